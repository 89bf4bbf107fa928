import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import { parseTreeFile } from '@vaultwright/formats'
import { delegateTypedDataOf } from '@vaultwright/safe'
import type { ProposalRecord } from '@vaultwright/safe-service'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { packetTreeText } from '../../../../test/support/judged-packet.ts'
import { command as delegate } from '../commands/safe/delegate.ts'
import type { Context } from '../terminal/context.ts'
import { onSafe, servicesOf } from './handover.ts'
import { openJournal } from './journal.ts'
import { openSigner } from './signer.ts'

const folder = mkdtempSync(join(tmpdir(), 'vaultwright-handover-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const key: Hex = `0x${'11'.repeat(32)}`
const variables = { DELEGATE_KEY: key, BAD_KEY: '0x12', PATH: process.env.PATH }
const signal = new AbortController().signal
const context = {
  config: { variables },
  signal,
  now: () => 1_750_000_000_000,
} as unknown as Context
const safe = '0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3'
const account = privateKeyToAccount(key)
const data = delegateTypedDataOf({ delegate: account.address, chainId: 1, atUnix: 1_750_000_000 })
const nothing = { 'signer-command': undefined, signer: undefined, 'key-env': undefined }

function program(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

test('golden: a key and a program sign alike, and the program sees PATH alone', async () => {
  const byKey = await openSigner({ ...nothing, 'key-env': 'DELEGATE_KEY' }, context)
  const signature = await byKey!.sign(data)
  const echo = program('sign', `[ -z "$DELEGATE_KEY" ] && cat > /dev/null && echo ${signature}`)
  const words = { ...nothing, 'signer-command': echo, signer: account.address }
  const byProgram = await openSigner(words, context)
  expect(await byProgram!.sign(data)).toBe(signature)
  expect([byKey!.address, byProgram!.address]).toEqual([account.address, account.address])
  expect(await openSigner(nothing, context)).toBeNull()
})

test('golden: an owner is given the typed data of the hour', async () => {
  const words = { safe, delegate: account.address, chain: 'mainnet', service: [] }
  const answer = await delegate.run(words as never, context)
  expect(answer.json()).toEqual(data)
})

test('refuses: two trees for one Manager, and one of two that names none', async () => {
  const path = join(folder, 'tree.json')
  const file = parseTreeFile(new TextEncoder().encode(packetTreeText()))
  const words = { service: [], tree: [path, path], 'manager-tree': [], decimals: [], drone: [] }
  const open = () => onSafe(safe, { words: words as never, context }, async () => null)
  writeFileSync(path, packetTreeText())
  await expect(open()).rejects.toThrow(`for the Manager ${file.metadata.manager!.toLowerCase()}`)
  writeFileSync(path, packetTreeText().replace(/"ManagerAddress":\s*"[^"]*",/, ''))
  await expect(open()).rejects.toThrow(/does not name its Manager/)
})

test('golden: a journal remembers from run to run', async () => {
  const path = join(folder, 'journal.jsonl')
  const hash: Hex = `0x${'cd'.repeat(32)}`
  const record: ProposalRecord = { event: 'posted', intentHash: hash, safeTxHash: hash, nonce: '7' }
  await openJournal(path).write(record)
  expect(await openJournal(path).read()).toEqual([record])
  writeFileSync(path, '{"event":"posted"}\n')
  expect(() => openJournal(path)).toThrow(/not a journal/)
})

test('refuses: two signers, a key that is none, programs that fail or print text, and an unknown service', async () => {
  const both = { ...nothing, 'signer-command': 'x', 'key-env': 'DELEGATE_KEY' }
  await expect(openSigner(both, context)).rejects.toThrow(/Two signers/)
  await expect(openSigner({ ...nothing, 'key-env': 'BAD_KEY' }, context)).rejects.toThrow(/BAD_KEY/)
  await expect(openSigner({ ...nothing, 'signer-command': 'x' }, context)).rejects.toThrow(
    /--signer/,
  )
  const programs = ['cat > /dev/null; echo hello', 'exit 3', 'cat > /dev/null; yes']
  for (const [index, text] of programs.entries()) {
    const path = program(`bad-${index}`, text)
    const words = { ...nothing, 'signer-command': path, signer: account.address }
    const signer = await openSigner(words, context)
    await expect(signer!.sign(data)).rejects.toMatchObject({ code: 'signer_failed' })
  }
  const services = (word: string) =>
    servicesOf({ service: [word], 'service-key-env': undefined }, 1, context)
  expect(() => services('squads')).toThrow(/--service cannot be/)
  expect(services('queue')[0].name).toBe('queue service')
})
