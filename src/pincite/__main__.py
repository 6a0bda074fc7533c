"""`python -m pincite`: the command line."""

from pincite.cli.main import run

if __name__ == "__main__":
    run()
