/**
 * What is offered: names and prices, paid once, in whole cents. They are yours to edit; the ids stay, since the recommendation
 * chooses among them. Nothing but data is in this file, so that a later version merges.
 */
export const prices = {
  plans: {
    audit: { name: 'Credit Audit & Consultation', priceCents: 25_00, popular: false },
    light: { name: 'Light Repair', priceCents: 200_00, popular: false },
    standard: { name: 'Standard Repair', priceCents: 350_00, popular: true },
    advanced: { name: 'Advanced Repair', priceCents: 500_00, popular: false },
    complex: { name: 'Bankruptcy / Complex Cases', priceCents: 750_00, popular: false },
  },
  /** Added to a plan or bought alone. */
  coaching: { name: 'Credit Coaching & Budget Planning', priceCents: 149_00 },
}
