import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithRun } from './service-process.ts'

/** The demo of `npm start`, running: the line of JSON that it printed, and its end. */
export type DemoService = { readonly line: string; readonly stop: () => Promise<void> }

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url))

/**
 * Starts the built demo on free ports. It ends with this process, however that ends: its input closes.
 *
 * @throws {Error} when it ends before it is ready; with what it wrote.
 */
export async function startDemo(): Promise<DemoService> {
  endWithRun()
  const child = spawn(process.execPath, [program, 'dev', 'serve', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let errors = ''
  child.stdout.setEncoding('utf8')
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'exit')
  process.on('exit', () => child.kill('SIGKILL'))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    void ended.then(() => reject(new Error(`The demo ended: ${errors}`)))
  })
  return {
    line,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
