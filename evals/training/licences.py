"""Which public sets our weights may be trained on, and why the others are left out.

The list is closed: a set that is not named here is refused, so nothing slips in with a new archive.
"""

from __future__ import annotations

CLEAN = {
    "cuad": "CC BY 4.0",
    "legalbenchrag": "MIT; CC BY 4.0",
    "contractnli": "CC BY 4.0",
    "medquad": "CC BY 4.0",
    "pubmedqa": "MIT",
    "tatqa": "CC BY 4.0",
    "covidqa": "Apache-2.0",
    "squad2": "CC BY-SA 4.0",
    "clapnq": "Apache-2.0",
    "squad11_train": "CC BY-SA 4.0",
    "squad11_dev": "CC BY-SA 4.0",
    "squad2_dev": "CC BY-SA 4.0",
    "qamr": "MIT",
    "adversarial_qa": "MIT; CC BY-SA 4.0",
    "doqa": "CC BY-SA 4.0",
    "boolq": "CC BY-SA 3.0",
    "boolq_qgen": "CC BY-SA 3.0",
    "peerread_title": "CC BY 4.0",
    "timesensitive_qa": "BSD-3-Clause; CC BY-SA",
    "conditionalqa": "BSD-2-Clause; OGL v3.0",
    "selqa": "Apache-2.0",
    "bioasq": "CC BY 2.5",
    "qasper": "CC BY 4.0",
    "mnli": "OANC (permissive)",
    "snli": "CC BY-SA 4.0",
    "snli_counterfactual": "Apache-2.0; CC BY-SA 4.0",
    "scitail": "Apache-2.0",
    "paws_wiki": "PAWS free-use licence",
    "conjnli": "MIT",
    "fever": "CC BY-SA 3.0",
    "wice": "ODC-BY; MIT",
    "foolmetwice": "CC BY-SA 3.0",
    "fever_symmetric": "CC BY-SA 3.0",
    "begin": "CC BY 3.0",
    "summedits": "Apache-2.0",
}

REFUSED = {
    "anli": "forbids commercial use (CC BY-NC)",
    "control": "forbids commercial use",
    "faithbench": "forbids commercial use",
    "policyqa": "made from OPP-115, which forbids commercial use (CC BY-NC)",
    "rte": "states no licence",
    "attributionbench": "states no licence",
    "climate_fever": "states no licence",
    "covidfact": "states no licence",
    "healthver": "states no licence",
    "qags_cnndm": "states no licence",
    "qags_xsum": "states no licence",
    "kleister": "states no licence",
    "financebench": "for internal evaluation only",
    "mtrag_un": "questions in the middle of a conversation",
}

# Archives name parts of one set; the licence is that of the set.
_PART_OF = {
    "qamr_dev": "qamr",
    "selqa_dev": "selqa",
    "adversarial_qa_ni": "adversarial_qa",
    "boolq_ni": "boolq",
    "bioasq_snippets": "bioasq",
    "qasper_ni": "qasper",
    "timesensitive_qa_easy": "timesensitive_qa",
    "timesensitive_qa_hard": "timesensitive_qa",
    "mnli_train": "mnli",
    "mnli_dev_matched": "mnli",
    "snli_train": "snli",
    "snli_dev": "snli",
    "snli_test": "snli",
    "fever_dev_evidence": "fever",
    "contractnli_train_spans": "contractnli",
    "anli_r1_dev": "anli",
    "anli_r2_dev": "anli",
    "anli_r3_dev": "anli",
    "rte_train": "rte",
    "rte_dev": "rte",
}


def may_train_on(dataset: str) -> bool:
    """Whether weights that are shipped may have seen the set; one that is not listed is an error."""
    name = _set_of(dataset)
    if name in CLEAN:
        return True
    if name in REFUSED:
        return False
    raise ValueError(f"The licence of {dataset!r} is not listed in evals/training/licences.py.")


def _set_of(dataset: str) -> str:
    if dataset in _PART_OF or dataset in CLEAN or dataset in REFUSED:
        return _PART_OF.get(dataset, dataset)
    # Archives number the parts of some sets: bioasq_snippets_7b.
    return next((name for name in (*CLEAN, *REFUSED) if dataset.startswith(name)), dataset)
