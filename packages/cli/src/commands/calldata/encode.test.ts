import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import { parseTreeFile } from '@vaultwright/formats'
import { appendDroneTarget, encodeManage } from '@vaultwright/manager'
import { encodeCalldata } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import { openSignedDocument } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import type { Context } from '../../terminal/context.ts'
import { safeBatchTextOf, writeSafeBatch } from './encode.ts'

const fixtures = join(import.meta.dirname, '../../../../../fixtures')
const file = parseTreeFile(readFileSync(join(fixtures, 'trees/example-1024.json')))
const calls = JSON.parse(readFileSync(join(fixtures, 'calls/supply.json'), 'utf8')).map(
  (call: object) => ({ ...call, kind: 'call', value: 0n }),
)
const encoded = encodeCalldata(calls, { file, managerFile: file, rules: ruleBook, reads: {} })
const context = { now: () => 1_750_000_000_000 } as Context
const options = { safe: 'batch.json', 'safe-address': undefined, quiet: true, decimals: [] }

const drone = '0x00000000000000000000000000000000000d0e00'
const { vault } = file.metadata

test('law: the batch is opened to the one call of the Manager', async () => {
  const text = await safeBatchTextOf(encoded, {
    options: { ...options, chain: 'base' },
    file,
    context,
  })
  const opened = openSignedDocument(text)
  expect(opened).toMatchObject({ kind: 'safe_batch', facts: { chainId: 8453, safe: null } })
  expect(opened.children).toMatchObject([
    { kind: 'manager_batch', to: encoded.manager, data: encoded.calldata, value: 0n },
  ])
  expect(text).toContain('Supply 1000000000 base units')
})

test('golden: the batch says what a drone does only where the drone is named', async () => {
  const token = '0x7070707070707070707070707070707070707070'
  const transfer = `0xa9059cbb${vault!.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}`
  const data = appendDroneTarget(transfer as Hex, token)
  const call = { target: drone, decoder: token, data, value: 0n, proof: [] } as const
  const forwarding = { ...encoded, calldata: encodeManage([call]) }
  const textWith = (drones: readonly string[]) =>
    safeBatchTextOf(forwarding, {
      options: { ...options, chain: 'mainnet', drone: drones },
      file,
      context,
    })
  const forwarded = await textWith([drone])
  expect(forwarded).toContain('transfers 5 base units')
  expect(forwarded).not.toContain('itself runs the call')
  expect(await textWith([])).toContain('itself runs the call: it is not known to be a drone')
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  await expect(textWith([usdc])).rejects.toThrow(
    expect.objectContaining({ code: 'drone_on_record' }),
  )
})

test('refuses: a batch of a chain that is not known, and a Safe without a file', async () => {
  const place = { options: { ...options, chain: undefined }, file, context }
  const refusal = expect.objectContaining({ code: 'usage' })
  await expect(safeBatchTextOf(encoded, place)).rejects.toThrow(refusal)
  for (const words of [{ chain: 'base' }, { chain: undefined, drone: [drone] }]) {
    const alone = { options: { ...options, safe: undefined, ...words }, file, context }
    await expect(writeSafeBatch(encoded, alone)).rejects.toThrow(refusal)
  }
})
