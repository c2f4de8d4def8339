export const prices = {
  plans: {
    audit: { name: 'Reading of Your Three Reports', priceCents: 49_50, popular: false },
    light: { name: 'First Steps', priceCents: 180_00, popular: false },
    standard: { name: 'Standard Repair', priceCents: 395_00, popular: false },
    advanced: { name: 'Long Files and Several Bureaus at Once', priceCents: 620_00, popular: true },
    complex: { name: 'After Bankruptcy', priceCents: 1_150_00, popular: false },
  },
  /** Added to a plan or bought alone. */
  coaching: { name: 'An Hour with a Budget Coach', priceCents: 75_00 },
}
