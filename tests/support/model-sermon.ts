const paragraph = (words: number): string => "The kettle is on and the street is very quiet. ".repeat(words / 10).trim();
/** What a model writes when it is asked for five minutes: of the length, in the form, with passages to be filled in. */
export const MODEL_SERMON = `# The Door at Night

*You are held by somebody who is awake while you are afraid of the dark.*

## Where You Are

${paragraph(100)}

## What Is Written

${paragraph(40)}

[[Psalm 121:3-4]]

${paragraph(80)}

${paragraph(80)}

## A Second Witness

${paragraph(20)}

[[1 Peter 5:7]]

${paragraph(50)}

## What God Has Done

${paragraph(90)}

## This Week

- ${paragraph(30)}
- ${paragraph(30)}

## Prayer

${paragraph(60)} Amen.
`;
