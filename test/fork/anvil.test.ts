import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AnvilExitError, IpcClosedError, openAnvil, openIpcRpc } from '@vaultwright/chain'
import { expect, onTestFinished, test } from 'vitest'
import { value } from './world.ts'

test('default: starts, answers over socket and HTTP, ends without leftovers', async () => {
  const anvil = await openAnvil({ chainId: 4242 })
  onTestFinished(anvil.close)
  expect(anvil.version).toMatch(/^anvil\/v/)
  expect(await value(anvil.rpc, 'eth_chainId')).toBe('0x1092')
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(anvil.url, { method: 'POST', headers, body })
  expect(await response.json()).toMatchObject({ result: '0x1092' })
  const folder = anvil.rpc.name.replace('ipc:', '').replace('/rpc.sock', '')
  expect(existsSync(folder)).toBe(true)
  await anvil.close()
  await anvil.close()
  expect(() => process.kill(anvil.pid, 0)).toThrow()
  expect(existsSync(folder)).toBe(false)
  await expect(anvil.rpc.ask([{ method: 'eth_chainId', params: [] }])).rejects.toThrow(
    IpcClosedError,
  )
})

test('behavior: answers stand in the order of the questions, refusals among them', async () => {
  const anvil = await openAnvil()
  onTestFinished(anvil.close)
  const call = (method: string, ...params: unknown[]) => ({ method, params })
  const answers = await anvil.rpc.ask([call('eth_chainId'), call('no_such'), call('net_version')])
  expect(answers).toMatchObject([
    { ok: true, value: '0x7a69' },
    { ok: false, error: { data: null } },
    { ok: true, value: '31337' },
  ])
  const many = Array.from({ length: 300 }, (_, index) =>
    anvil.rpc.ask([call('web3_sha3', `0x${index.toString(16).padStart(4, '0')}`)]),
  )
  const hashes = (await Promise.all(many)).map(([answer]) => (answer?.ok ? answer.value : null))
  expect(new Set(hashes).size).toBe(300)
})

test('behavior: a saved state is loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'state.json')
  const first = await openAnvil({ arguments: ['--dump-state', file] })
  onTestFinished(first.close)
  const account = '0x00000000000000000000000000000000000000aa'
  await value(first.rpc, 'anvil_setBalance', account, '0x123')
  await value(first.rpc, 'anvil_mine', '0x3')
  await first.close()
  const second = await openAnvil({ loadState: file })
  onTestFinished(second.close)
  expect(await value(second.rpc, 'eth_getBalance', account, 'latest')).toBe('0x123')
  expect(await value(second.rpc, 'eth_blockNumber')).toBe('0x3')
})

test('error: AnvilExitError says what Anvil said', async () => {
  const failed = openAnvil({ arguments: ['--no-such-flag'] })
  await expect(failed).rejects.toThrow(AnvilExitError)
  await expect(failed).rejects.toMatchObject({ retryable: true })
  await expect(failed).rejects.toThrow(/no-such-flag/)
})

test('error: IpcClosedError where no process listens', async () => {
  await expect(openIpcRpc('/nowhere/rpc.sock')).rejects.toThrow(IpcClosedError)
})

test('error: an abort ends it', async () => {
  const controller = new AbortController()
  const anvil = await openAnvil({ signal: controller.signal })
  onTestFinished(anvil.close)
  controller.abort()
  await anvil.gone
  expect(() => process.kill(anvil.pid, 0)).toThrow()
  await expect(openAnvil({ signal: controller.signal })).rejects.toThrow(/abort/i)
})

test.each(['SIGTERM', 'SIGINT', 'exit', 'throw'])(
  'behavior: no Anvil outlives its process: %s',
  async (how) => {
    const text = `
    const { openAnvil } = await import('./packages/chain/src/index.ts')
    const anvil = await openAnvil()
    process.stdout.write(anvil.pid + ' ' + anvil.rpc.name)
    process.stdin.once('data', () => {
      if (${JSON.stringify(how)} === 'exit') process.exit(3)
      throw new Error('on purpose')
    })
  `
    const root = join(import.meta.dirname, '../..')
    const list = ['--conditions=source', '--input-type=module', '--eval', text]
    const child = spawn(process.execPath, list, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const output = await new Promise<string>((resolve) => {
      child.stdout.setEncoding('utf8').once('data', resolve)
    })
    const [pid, name] = output.split(' ') as [string, string]
    const anvil = Number(pid)
    process.kill(anvil, 0)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (how.startsWith('SIG')) child.kill(how as NodeJS.Signals)
    else child.stdin.write('now\n')
    await gone
    const deadline = Date.now() + 30_000
    while (isAlive(anvil) && Date.now() < deadline) await new Promise((go) => setTimeout(go, 5))
    expect(isAlive(anvil)).toBe(false)
    expect(existsSync(name.replace(/^ipc:|\/rpc.sock$/g, ''))).toBe(false)
  },
)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
