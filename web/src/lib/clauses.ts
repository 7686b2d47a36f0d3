// Clauses as print numbers them.

/** Whether a clause goes by a number that can be found in print, and not by a name of ours. */
export const printed = (rule: string): boolean => /^\d+(\.\d+)*\.?[A-Za-z]?$/.test(rule);
