export const help = `npm run enrollments -- <command>

  list      [--state <state>]… [--since 7d] [--plan <name>] [--limit 50] [--json]
  show      <id> [--reveal]          where it stands, why, what to do; the client masked
  retry     <id>                     send it again
  resolve   <id>                     the client is there: it counts as delivered
  cancel    <id>                     do not send it
  export    <file.csv> [--state …] [--since …] [--plan …] [--with-personal-details]
  purge     --older-than 30d [--dry-run]    forget birth dates and SSN digits
  delete    <id>                     a client's wish: all of it
  stats     [--json]                 how many stand where
  doctor                             settings, database, destination; sends nothing

An id may be cut to its first 8 digits. States: queued, sending, delivered,
needs_review, rejected, cancelled, incomplete. What cannot be undone asks first;
--yes answers beforehand. --as <name> is who the log names instead of your login.
Exit codes: 0 done, 1 not done or something is wrong, 2 not understood.`
