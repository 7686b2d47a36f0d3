"""The Move Phase (chapter 5): who may move, moving, landing, and why not."""
