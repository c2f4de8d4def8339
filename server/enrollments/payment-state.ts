/** The state of an enrollment's payment, as SQL on `enrollment`. What the form itself says is no proof (R-PAYMENT-PROOF). */
export const paymentState = `case
  when enrollment.payment_verified_at is null then 'none'
  when enrollment.payment_status in ('partly_refunded', 'refunded', 'disputed', 'dispute_lost') then enrollment.payment_status
  else 'paid' end`
