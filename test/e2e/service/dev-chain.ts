import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { root, start } from '../program.ts'

/** Starts the chain on a free port and reads the line that says it is ready. */
export async function startChain(...words: string[]) {
  const running = start(['dev', 'chain', '--port', '0', '--json', ...words], { cwd: root })
  const [line] = await running.lines(1)
  return { running, report: JSON.parse(line!) }
}

/** Asks a node one question. */
export async function askNode(url: string, method: string, params: readonly unknown[] = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return ((await response.json()) as { result: unknown }).result
}

/** The processes that a process started and that live. */
export function childrenOf(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}

/** Tells whether a process lives. */
export function isAlive(pid: string): boolean {
  try {
    // A process that was not waited for yet is no longer alive.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** A server on a port that another program is then told to take. */
export async function takenPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
