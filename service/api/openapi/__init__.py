"""The OpenAPI document (3.1).

names       references, unions and names of components
shared      the components that every ruleset has in common
rulesets    those of one ruleset, from the ruleset itself
examples    real answers to show
prose       what the document says in words
document    all of it together
"""
