/** The state of a delivery. Only `delivered` is success. */
export const deliveryStates = ['queued', 'sending', 'delivered', 'needs_review', 'rejected', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The same of a form. `incomplete`: prepared for the client, who has not filled it. */
export const formStates = [...deliveryStates, 'incomplete'] as const
export type FormState = (typeof formStates)[number]
