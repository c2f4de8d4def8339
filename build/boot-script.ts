import path from 'node:path'
import { build } from 'vite'
import { baseline } from './baseline.ts'

/** `app/shell/boot.ts` compiled to an inline classic script. */
export async function bootScript(basePath: string): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    publicDir: false,
    base: basePath,
    build: {
      write: false,
      target: baseline,
      lib: { entry: path.resolve(import.meta.dirname, '../app/shell/boot.ts'), formats: ['iife'], name: 'boot' },
    },
  })
  const [output] = [result].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error('The boot script was not built')
  return chunk.code.trim()
}
