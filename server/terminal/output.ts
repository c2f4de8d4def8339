import { type Progress, showProgress } from './show-progress.ts'

/** Where a command writes. */
export interface Output {
  print: (text: string) => void
  printError: (text: string) => void
  /** Tells how far long work is. */
  progress?: Progress
  /** Whether the output may have colours. */
  colours?: boolean
}

const progress = showProgress(process.stderr)

/** The terminal, or wherever a shell sends what a command writes. Colours are for a terminal; NO_COLOR and FORCE_COLOR are heeded. */
export const consoleOutput = {
  print: (text) => {
    progress.clear()
    console.log(text)
  },
  printError: (text) => {
    progress.clear()
    console.error(text)
  },
  progress: progress.show,
  colours: process.stdout.isTTY && process.stdout.hasColors(),
} satisfies Output
