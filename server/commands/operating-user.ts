import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'

/** The audit system's user of a process that no sign-in has started (audit_getloginuid(3)). */
const nobodySignedIn = 2 ** 32 - 1

/**
 * Who runs this process, by the operating system's names: `ruth`, or `ruth as postgres` after `sudo` or `su`, where the kernel
 * has kept who signed in (Linux, pam_loginuid(8)). No variable of the environment decides it.
 */
export async function operatingUser(file = '/proc/self/loginuid'): Promise<string> {
  const current = process.getuid?.()
  const name = current === undefined ? userInfo().username : await nameOf(current)
  const signedIn = Number(await readFile(file, 'utf8').catch(() => nobodySignedIn))
  return signedIn === nobodySignedIn || signedIn === current ? name : `${await nameOf(signedIn)} as ${name}`
}

/** A container's user may have no name. */
function nameOf(uid: number): Promise<string> {
  return promisify(execFile)('id', ['-un', String(uid)], { env: { PATH: '/usr/bin:/bin' } }).then(
    ({ stdout }) => stdout.trim(),
    () => `user ${uid}`,
  )
}
