/** A folder, or a single file at the root, and what it may import. */
export interface Room {
  /** A path from the root. A file belongs to the longest one that it starts with. */
  room: string
  /** Other rooms, each without the rooms below it unless it ends in `/*`. */
  imports: string[]
  /** The packages that it may use, if not all of them. */
  packages?: RegExp
}

/** The rooms of the project. docs/architecture.md says what each one holds, and a test compares the two. */
export const rooms: Room[] = [
  { room: 'site.config.ts', imports: ['domain'], packages: /^valibot$/ },
  { room: 'domain', imports: [], packages: /^valibot$/ },
  { room: 'content', imports: ['domain', 'site.config.ts'], packages: /^valibot$/ },
  { room: 'deliveries', imports: ['content', 'domain'], packages: /^(valibot|openpgp)$/ },
  { room: 'payments', imports: ['content', 'domain'], packages: /^(valibot|stripe|standardwebhooks)$/ },
  { room: 'mail', imports: ['content', 'domain', 'site.config.ts'], packages: /^(valibot|nodemailer|hono\/html)$/ },
  { room: 'supabase/functions', imports: ['deliveries', 'mail', 'payments', 'content', 'domain', 'site.config.ts'], packages: /^(valibot|jose)$/ },
  { room: 'partners', imports: [] },
  { room: 'build', imports: ['app/*', 'content', 'domain', 'site.config.ts'] },
  { room: 'setup', imports: ['build', 'server', 'server/mail', 'server/terminal'] },
]

/** The rooms of the site. */
export const appRooms: Room[] = [
  {
    room: 'app/shell',
    imports: ['app', 'app/backend', 'app/pages', 'app/ui', 'content', 'domain', 'site.config.ts'],
  },
  {
    room: 'app/pages',
    imports: ['app', 'app/backend', 'app/session', 'app/ui', 'content', 'domain', 'site.config.ts'],
  },
  { room: 'app/session', imports: ['app', 'app/backend', 'app/ui', 'content'] },
  { room: 'app/ui', imports: ['app', 'content', 'domain', 'site.config.ts'] },
  { room: 'app/backend', imports: ['app', 'content', 'domain'] },
  { room: 'app', imports: ['domain', 'site.config.ts'] },
]

/** Which page draws parts of which other one. */
export const borrowingPages: [page: string, from: string][] = [
  ['account', 'auth'],
  ['account', 'client-onboarding'],
  ['confirm', 'auth'],
  ['credit-score-calculator', 'blog'],
  ['desk', 'account'],
  ['desk', 'auth'],
  ['home', 'assessment'],
  ['onboarding-success', 'client-onboarding'],
]

/** The rooms of the gateway. */
export const serverRooms: Room[] = [
  { room: 'server/commands', imports: ['server', 'server/accounts', 'server/auth/keys', 'server/backups', 'server/doctor', 'server/enrollments', 'server/mail', 'server/payments/commands', 'server/personal-details', 'server/postgres', 'server/proxies', 'server/runtime', 'server/terminal', 'domain', 'setup'] },
  {
    room: 'server',
    imports: ['server/auth/*', 'server/backups', 'server/deliveries', 'server/http', 'server/limits', 'server/mail', 'server/payments', 'server/personal-details', 'server/postgres', 'server/rest', 'server/runtime', 'server/static', 'server/watching', 'build', 'deliveries', 'domain', 'mail', 'partners', 'payments', 'site.config.ts'],
  },
  { room: 'server/proxies', imports: ['server', 'server/runtime', 'server/static'] },
  { room: 'server/watching', imports: ['server/deliveries', 'server/postgres', 'server/runtime', 'server/static', 'domain'] },
  { room: 'server/backups', imports: ['server/personal-details', 'server/postgres', 'server/runtime', 'server/terminal', 'domain'] },
  { room: 'server/accounts', imports: ['server', 'server/enrollments', 'server/terminal', 'domain'] },
  { room: 'server/doctor', imports: ['server', 'server/enrollments', 'server/personal-details', 'server/postgres', 'server/runtime', 'server/terminal', 'build', 'content', 'deliveries', 'domain'] },
  { room: 'server/enrollments', imports: ['server', 'server/deliveries', 'server/mail', 'server/personal-details', 'server/postgres', 'server/runtime', 'server/terminal', 'content', 'deliveries', 'domain'] },
  { room: 'server/personal-details', imports: ['server/runtime', 'server/terminal', 'content', 'deliveries', 'domain'] },
  {
    room: 'server/deliveries',
    imports: ['server/limits', 'server/postgres', 'server/runtime', 'deliveries', 'domain', 'mail', 'supabase/functions'],
  },
  { room: 'server/payments/commands', imports: ['server/enrollments', 'server/postgres', 'server/terminal', 'content', 'domain', 'payments', 'site.config.ts'] },
  { room: 'server/payments', imports: ['server/limits', 'server/postgres', 'server/runtime', 'domain', 'mail', 'payments', 'site.config.ts', 'supabase/functions'] },
  { room: 'server/auth', imports: ['server/auth/*', 'server/limits', 'server/postgres', 'domain'] },
  {
    room: 'server/auth/routes',
    imports: ['server/auth/admin', 'server/auth/operations', 'server/auth/contract', 'server/auth/stores', 'server/http', 'server/limits', 'domain'],
  },
  { room: 'server/auth/admin', imports: ['server/auth/operations', 'server/auth/contract', 'server/auth/stores', 'domain'] },
  {
    room: 'server/auth/operations',
    imports: ['server/auth/limits', 'server/auth/keys', 'server/auth/contract', 'server/auth/stores', 'server/limits', 'server/postgres', 'server/runtime', 'domain', 'mail'],
  },
  { room: 'server/auth/ways', imports: ['server/auth/operations', 'server/auth/contract', 'server/auth/stores'] },
  { room: 'server/auth/limits', imports: ['server/auth/contract', 'server/auth/stores', 'server/limits', 'server/postgres'] },
  { room: 'server/auth/keys', imports: ['server/auth/stores', 'server/postgres', 'server/runtime', 'domain'] },
  { room: 'server/auth/contract', imports: ['server/auth/stores', 'server/http', 'domain'] },
  { room: 'server/auth/stores', imports: ['server/postgres'] },
  { room: 'server/rest', imports: ['server/http', 'server/limits', 'server/postgres', 'server/runtime', 'domain'] },
  { room: 'server/limits', imports: ['server/postgres', 'server/runtime'] },
  { room: 'server/static', imports: ['build'] },
  { room: 'server/mail', imports: ['server/runtime', 'content', 'domain', 'mail'] },
  { room: 'server/http', imports: ['server/runtime', 'domain'] },
  { room: 'server/postgres', imports: ['server/runtime', 'domain'] },
  { room: 'server/terminal', imports: [] },
  { room: 'server/runtime', imports: ['domain'] },
]

/** Rooms in which no file imports itself by a detour, types included, and no folder holds more than `maxSources`. */
export const tidyRooms = ['site.config.ts', 'domain', 'content', 'app', 'deliveries', 'payments', 'mail', 'supabase', 'server', 'partners', 'build', 'setup']

export const maxSources = 30
