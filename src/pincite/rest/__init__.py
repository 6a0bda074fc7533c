"""The service over HTTP: one route for each verb, and who may come in."""
