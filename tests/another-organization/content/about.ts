import { site } from '../site.config.ts'

const { claims, organization } = site

export const aboutPage = {
  title: 'Who we are',
  description: `The people of ${organization.name}, and why they read credit reports on Saturdays.`,
  heading: 'A lending library for patience',
  lead: 'We began in a church basement with a photocopier and one good chair.',

  story: {
    heading: 'How it began',
    paragraphs: [
      `In ${organization.foundedYear} a parish nurse noticed that half of her visits were about bills. She asked a bookkeeper to come along.`,
      `Since then ${claims.clientsHelped} people have come down the stairs. ${claims.successRate} left with a report that said less and was truer.`,
    ],
    figures: [
      { label: 'Open since', figure: String(organization.foundedYear) },
      { label: 'Neighbors', figure: claims.clientsHelped },
    ],
  },

  values: {
    heading: 'House rules',
    items: [
      { title: 'Truth before hope', sentences: ['If the line is right, it stays, and we say so.'] },
      { title: 'Nobody is a case', sentences: ['We use first names.', 'We put the kettle on.'] },
      { title: 'Everything in writing', sentences: ['Promises fade. Letters do not.'] },
    ],
  },

  mission: {
    heading: 'What for',
    statement: 'That no one in our city is turned away from a home because of a line that is not true.',
  },

  next: { text: 'The door is on the alley side.', plans: 'What it costs', contact: 'Where we are' },
}
