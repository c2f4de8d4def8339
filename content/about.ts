import { site } from '../site.config.ts'

const { claims, organization } = site

/** The words of /about (R-ABOUT): a story, four values and a mission. */
export const aboutPage = {
  title: 'About us',
  description: `${organization.name} is a faith-based ministry that helps people dispute credit report errors and rebuild their credit, since ${organization.foundedYear}.`,
  heading: 'Faith, the law and a sharp pencil',
  lead: 'We are a ministry. Some ministries serve meals; this one reads credit reports.',

  story: {
    heading: 'Our story',
    paragraphs: [
      `${organization.name} began in ${organization.foundedYear}, among people who had been turned down: for an apartment, a car, a mortgage. Many of them had never seen their own credit report. When they did, some found accounts that were not theirs and debts that they had paid.`,
      'So we sat down with them, line by line. The law already gave them the right to have errors corrected, free of charge. What they lacked was somebody to explain it, to help with the letters, and to stay until the answers came.',
      'The Sermon on the Mount says: if someone makes you go one mile, go with him two. Correcting a report is the first mile. The second is what comes after: a budget that holds, bills paid on time, a record that speaks well of you.',
      `With ${claims.yearsOfExperience} years of experience and ${claims.clientsHelped} clients helped, we still begin each file in the same way: with the three reports and a sharp pencil. If we find nothing to dispute, we say so.`,
    ],
    /** A small ledger beside the story. */
    figures: [
      { label: 'Founded', figure: String(organization.foundedYear) },
      { label: 'Years of experience', figure: claims.yearsOfExperience },
      { label: 'Clients helped', figure: claims.clientsHelped },
    ],
  },

  values: {
    heading: 'What we hold ourselves to',
    items: [
      {
        title: 'Trust and integrity',
        sentences: [
          'Every price and every condition is on this site before you pay.',
          'If a negative item is accurate, we tell you that it stays.',
        ],
      },
      {
        title: 'Client-focused',
        sentences: [
          'Your file and your goal decide what comes first, not a script.',
          'Case updates and reports wait for you in the client portal, so that you know where things stand.',
        ],
      },
      {
        title: 'Proven expertise',
        sentences: [
          `We have read credit reports since ${organization.foundedYear}, and we know the law that the bureaus answer to.`,
          'We also know where its help ends, and we say that first.',
        ],
      },
      {
        title: 'Compassionate service',
        sentences: [
          'Nobody here will ask how you could let it come to this.',
          'We ask what happened, and what you hope to do next.',
        ],
      },
    ],
  },

  mission: {
    heading: 'Our mission',
    statement: 'To help our neighbors set the record straight, understand their credit and rebuild it with patience, so that one hard year does not decide the years after it.',
  },

  next: {
    text: 'You do not have to share our faith, and you can do much of this without us. If you would like company, here is where to begin.',
    plans: 'See the plans',
    contact: 'Talk to us',
  },
}
