"""Runs: thousands of games kept in a folder, played by this machine or by a cluster, and gone on with after any end.

`plan` says which games there are, `folder` keeps their rows, `engines` play them, `go` brings the three together and
`read` opens what is there. What is written of a game is the business of `grognard.lab.facts`.
"""
