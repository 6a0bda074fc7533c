"""Messages, with their headers and attachments."""
