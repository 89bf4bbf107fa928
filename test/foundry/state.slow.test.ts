import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { canonicalState } from '../../foundry/script/state.ts'

const file = join(import.meta.dirname, '../../fixtures/chain/state.json.br')
const text = brotliDecompressSync(readFileSync(file)).toString()

test('behavior: what is canonical stays as it is', () => {
  expect(canonicalState(text) === text).toBe(true)
})

test('behavior: what Anvil draws at random does not show', () => {
  const state = JSON.parse(text)
  state.block.prevrandao = `0x${'ab'.repeat(32)}`
  state.transactions.reverse()
  state.blocks.reverse()
  expect(canonicalState(JSON.stringify(state)) === text).toBe(true)
})

test('error: a block that does not follow on the one before', () => {
  const state = JSON.parse(text)
  state.blocks[7].header.parentHash = `0x${'00'.repeat(32)}`
  expect(() => canonicalState(JSON.stringify(state))).toThrow('does not follow')
})

test('error: a header that is not known', () => {
  const state = JSON.parse(text)
  delete state.blocks[3].header.excessBlobGas
  expect(() => canonicalState(JSON.stringify(state))).toThrow('lacks excessBlobGas')
})
