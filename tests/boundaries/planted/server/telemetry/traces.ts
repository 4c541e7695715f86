export const traces = true;
