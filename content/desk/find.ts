/** Words of the search. */
export const findWords = {
  heading: 'Find',
  label: 'Who is it?',
  hint: 'Name, city, payment reference or number of the form, also their beginnings; phone and e-mail in full. In any order: a slip of the pen does no harm.',
  keys: 'The arrow keys move between field and forms, Enter opens, Escape leads back to the field.',
  searchKey: 'The key / leads here from anywhere',
  filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count} set)`),
  newest: 'The newest forms',
  found: 'What was found',
  /** `more`: there are further pages. */
  count: (shown: number, more: 'more' | 'all') => {
    if (shown === 0) return 'Nobody was found.'
    const forms = shown === 1 ? 'One form' : `${shown} forms`
    return more === 'more' ? `The first ${forms.toLowerCase()}.` : `${forms}.`
  },
  none: (filters: number) =>
    filters === 0 ? 'Try fewer letters, another spelling, or only the city.' : 'Filters are set, which leave people out: open them above, and look again without.',
  noName: 'No name yet',
  more: 'Show more',
  moreBusy: 'Loading...',
  sent: (date: string) => `Sent to us on ${date}`,
}
