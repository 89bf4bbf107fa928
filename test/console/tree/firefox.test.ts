import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { canRun } from '../../support/skip-unless.ts'
import { pageFolders } from '../support/page-server.ts'

const places = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox']
const program = places.find((path) => path !== '' && existsSync(path))
const tree = fileURLToPath(new URL('../../../fixtures/trees/example-1024.json', import.meta.url))

const hasFirefox = canRun(program !== undefined, 'no Firefox is here; FIREFOX_PATH names one')

type Reply = { readonly id?: number; readonly result?: unknown; readonly message?: string }

/** Firefox without a window, spoken to by WebDriver BiDi. */
async function openFirefox(path: string) {
  const profile = mkdtempSync(join(tmpdir(), 'vaultwright-firefox-'))
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const child = spawn(path, words, { env: { ...process.env, HOME: profile } })
  onTestFinished(async () => {
    const end = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await end
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })
  const socket = new WebSocket(`${await addressOf(child)}/session`)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    waiting.get(reply.id ?? -1)?.(reply)
  })
  let count = 0
  return async (method: string, params: object = {}) => {
    const id = ++count
    const reply = new Promise<Reply>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, message } = await reply
    if (result === undefined) throw new Error(`${method}: ${message}`)
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into it
    return result as any
  }
}

/** Firefox writes to standard error where it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr!.on('data', (chunk) => {
      text += chunk
      const match = /WebDriver BiDi listening on (ws:\S+)/.exec(text)
      if (match !== null) resolve(match[1]!)
    })
    child.once('exit', () => reject(new Error(`Firefox ended: ${text}`)))
  })
}

test.skipIf(!hasFirefox)(
  'default: in Firefox the folder opens from a disk, proves a leaf and sends nothing',
  async () => {
    const ask = await openFirefox(program!)
    await ask('session.new', { capabilities: {} })
    const [{ context }] = (await ask('browsingContext.getTree')).contexts
    const url = `${pathToFileURL(join(pageFolders.offline, 'index.html'))}#/trees`
    await ask('browsingContext.navigate', { context, url, wait: 'complete' })
    const evaluate = async (expression: string): Promise<string> => {
      const params = { expression, target: { context }, awaitPromise: true }
      return String((await ask('script.evaluate', params)).result?.value)
    }
    const text = () => evaluate('document.body.innerText')
    await expect.poll(text).toContain('Drop a tree file here')
    const locator = { type: 'css', value: 'input[type=file]' }
    const { nodes } = await ask('browsingContext.locateNodes', { context, locator })
    const element = { sharedId: nodes[0].sharedId }
    await ask('input.setFiles', { context, element, files: [tree] })
    await expect.poll(text).toContain('the root is the stated one')
    await evaluate("document.querySelector('[role=row][aria-selected]').click()")
    await expect.poll(text).toContain('Proven in this page')
    const sent = "fetch('https://example.com').then(() => 'sent', () => 'refused')"
    expect(await evaluate(sent)).toBe('refused')
  },
)
