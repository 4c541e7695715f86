/** The displayed steps, in order (docs/product.md#steps). */
export const STEPS = [
  ["text", "Generating sermon content"],
  ["voice", "Creating voice recording"],
  ["image", "Generating thematic image"],
] as const;
export type StepName = (typeof STEPS)[number][0];

export const STEP_STATUSES = ["pending", "in-progress", "completed", "error"] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];
export type StepStatuses = Record<StepName, StepStatus>;

export const ALL_PENDING: StepStatuses = { text: "pending", voice: "pending", image: "pending" };

/** The label of the first step that is being done; the text's while none has begun. */
export function currentStep(steps: StepStatuses): string {
  const [, label] = STEPS.find(([name]) => steps[name] === "in-progress") ?? STEPS[0];
  return label;
}
