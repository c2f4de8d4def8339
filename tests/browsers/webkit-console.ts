export interface ConsoleEntry {
  type: 'console' | 'javascript'
  level: 'debug' | 'info' | 'warn' | 'error'
  method: string
  text: string
}

const line = /^(?:(?:\S+:\d+:\d+): )?CONSOLE (?:(JS|NETWORK|SECURITY|RENDERING|STORAGE|OTHER|CSS|MEDIA) )?(ERROR|WARN|INFO|LOG|DEBUG) (.*)$/

const levels: Record<string, ConsoleEntry['level']> = { ERROR: 'error', WARN: 'warn', INFO: 'info', LOG: 'info', DEBUG: 'debug' }

/** What a line that WebKit wrote says was said on the console; undefined for a line that is not of the console. */
export function readConsole(text: string): ConsoleEntry | undefined {
  const [, source, level = 'LOG', said = ''] = line.exec(text) ?? []
  if (!said && !line.test(text)) return undefined
  const uncaught = source === 'JS' && level === 'ERROR'
  return { type: uncaught ? 'javascript' : 'console', level: levels[level] ?? 'info', method: level.toLowerCase(), text: said }
}
