// Our own programs get the operator's whole environment, which has the settings, secrets among them. Every other program that
// we start gets only what is listed here for it.

const unix = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'CI', 'LD_LIBRARY_PATH']
const terminal = ['TERM', 'COLORTERM', 'NO_COLOR', 'FORCE_COLOR', 'DISPLAY', 'XDG_RUNTIME_DIR', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME']
const windows = ['SYSTEMROOT', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'USERPROFILE']
const common = [...unix, ...terminal, ...windows, 'LC_*']

/** What a program needs to download something; the address of a proxy may have a password. */
const network = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']

/** For each kind of program, the variables besides the common ones; with an asterisk, the beginning of their names. */
const needs = {
  plain: [],
  npm: [...network, 'NPM_CONFIG_*'],
  installer: [...network, 'PLAYWRIGHT_*'],
  go: [...network, 'GOCACHE', 'GOENV', 'GOFLAGS', 'GOMODCACHE', 'GONOPROXY', 'GONOSUMDB', 'GOPATH', 'GOPRIVATE', 'GOPROXY', 'GOSUMDB'],
  tests: ['PLAYWRIGHT_*', 'VITEST_*', 'E2E_*', 'CHROMIUM_*', 'FIREFOX_*', 'WEBKIT_*', 'SOFFICE_*', 'PWDEBUG', 'DEBUG'],
}

/**
 * The environment of a program that is not ours.
 * @param {keyof typeof needs} kind
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(kind) {
  const names = [...common, ...needs[kind]]
  /** @param {string} variable */
  const isNeeded = (variable) =>
    names.some((name) => (name.endsWith('*') ? variable.toUpperCase().startsWith(name.slice(0, -1)) : variable.toUpperCase() === name))
  return Object.fromEntries(Object.entries(process.env).filter(([variable]) => isNeeded(variable)))
}

/** Forgets the settings in this process, before packages are loaded that need none of them, such as those of a build. */
export function forgetSettings() {
  const kept = environmentFor('plain')
  for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name]
}
