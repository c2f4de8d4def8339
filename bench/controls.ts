/** A kind of control that a visitor may touch first, and how it responds. */
export interface Control {
  what: string
  /** The first match on a page is touched. */
  selector: string
  /** Matches once the control has responded. */
  answer: string
  /** The value that the match then has. */
  value?: string
  /** Chosen beforehand, so that there is something to reset. */
  chosen?: string
}

/** Every kind of control on public pages except links, which load other documents. */
export const controls: Control[] = [
  { what: 'the menu', selector: '.menu summary', answer: '.menu[open]' },
  { what: 'a question of the FAQ', selector: '.faq summary', answer: '.faq details[open]' },
  { what: 'a radio button', selector: '.chips label', answer: '.chips input:checked' },
  { what: 'a check box', selector: '.check', answer: '.check input:checked' },
  { what: 'a field', selector: '.count input', answer: '.count input:focus' },
  { what: 'a help button', selector: '.help button', answer: '.help button:focus + [role=tooltip]' },
  { what: 'the plus button', selector: 'button[data-plus]', answer: '[name=negativeAccounts]', value: '1' },
  { what: 'the button that sends', selector: '.actions .btn:not([type], [disabled])', answer: '.toast' },
  { what: 'the button that resets', selector: '.actions [type=reset]', answer: '.panel:not(:has(.chips :checked))', chosen: '.chips input' },
]
