/** The answers to a crisis. Short, because they are read in distress: no sermon, no advice, no question that needs an answer. */
export const MESSAGES = {
  "self-harm":
    "Thank you for saying this. There is no sermon right now, because you matter more than one. Please do not be alone with it for the next hour: call or message one of the people below, or someone you trust, and tell them in the words you used here. If you might act on it, call the emergency number now and move away from anything you could use. God has not turned away from you. If you wrote about someone else, these people will help you to help them.",
  abuse:
    "What you describe is not yours to fix and not your fault. Your safety comes first, before any question of forgiving, submitting or staying; God does not ask you to remain within reach of harm. If you are in danger now, call the emergency number. The people below will listen, believe you, and help you think about what is safe, at your pace. If someone may be watching this screen, close it and use another phone.",
  medical:
    "This sounds as if it needs medical help, and a sermon should not stand in the way of it. Please call the emergency number or one of the lines below now, or ask someone beside you to do it. Do not stop, skip or change a treatment without the doctor who gave it. Prayer and medicine are not rivals; God works through the hands of others too.",
  "harm-to-others":
    "It took honesty to write this, and it needs a person, not a sermon. Please put distance between yourself and anyone who could be hurt, and between yourself and any weapon, and speak to someone now. The people below listen without recoiling. If someone is in danger at this moment, call the emergency number.",
  /** Where it is not certain that somebody is in danger. */
  uncertain:
    "I cannot tell from these words whether someone is in danger. If you are, or someone near you is, please reach one of the people below before anything else; they listen, and you do not need the right words. If nobody is in danger, I misunderstood you, and I am sorry: I will write the sermon.",
  declined:
    "I can’t write this one, because it would set people against each other or put pressure on someone. If there is hurt, fear or anger behind it, tell me about that, and I will gladly write for you.",
} as const;
