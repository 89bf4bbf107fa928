import { notProvenOf } from '@vaultwright/outcome'
import type { SimulationPage } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { missingHtmlOf, simulationHtmlOf } from './simulation.ts'

const runs = runsOf(0.5)
const account = (digit: string) => `0x${digit.repeat(40)}`
const [vault, token] = [account('1'), account('2')]

/** A page in which every text that others choose is one text. */
function pageWith(text: string): SimulationPage {
  const moved = { token: text, token_address: token, raw_amount: '5', amount: '0.5' }
  const run: SimulationPage['seen'][number] = {
    engine: 'node',
    engine_version: text,
    status: text,
    gas_used: '21000',
    gas_cost_eth: '0.1',
    failing: {
      revert: text,
      call_path: [0],
      function: text,
      target: token,
      stage: 'execution',
      unknown: null,
    },
    transfers: [
      {
        ...moved,
        standard: 'erc20',
        id: null,
        from: vault,
        to: token,
        direction: 'out',
        dollar_value: null,
      },
    ],
    balances: [
      {
        token: text,
        token_address: token,
        holder: vault,
        before: '1',
        after: '0.5',
        change: '-0.5',
        raw_before: '10',
        raw_after: '5',
        raw_change: '-5',
        is_reconciled: false,
      },
    ],
    approvals: [
      { ...moved, standard: 'permit2', owner: vault, spender: token, is_unlimited: true },
    ],
    warnings: [{ code: 'no_effect', message: text, facts: {} }],
  }
  return {
    id: 'i',
    created_at: '2026-01-01T00:00:00Z',
    expires_at: '2026-02-01T00:00:00Z',
    chain: 'local',
    chain_id: 31337,
    description: text,
    vault_address: vault,
    strategist_address: vault,
    target: token,
    root: `0x${'a'.repeat(64)}`,
    status: text,
    block: { number: '7', hash: `0x${'b'.repeat(64)}`, time: '2026-01-01T00:00:00Z' },
    calls: [
      {
        path: [0, 1],
        description: text,
        target: token,
        target_label: text,
        function: text,
        arguments: { [text]: text },
        sentences: [text],
        details: [
          {
            path: text,
            type: 'uint256',
            value: '5',
            text,
            use: 'amount',
            is_guessed: false,
            mark: 'unlimited',
            within: null,
          },
        ],
        unread: text,
        value: '3',
        data: '0xaabb',
      },
    ],
    seen: [run, { ...run, engine: 'fork' }],
    differences: [{ field: 'logs', message: text }],
    warnings: [{ code: 'x', message: text, facts: {} }],
    encoded_tx_data: '0x244b0f6a',
    proof: null,
    unproven_because: text,
    verify_command: `npx vaultwright ${text}`,
  }
}

test('golden: a record of an earlier version, without sentences, shows names and values', () => {
  const page = pageWith('WETH')
  const calls = page.calls.map(({ sentences: _, details: __, unread: ___, ...call }) => ({
    ...call,
    arguments: { amount: '77' },
  }))
  expect(simulationHtmlOf({ ...page, calls })).toContain('<dt>amount</dt><dd class="mono">77</dd>')
  expect(simulationHtmlOf(page)).toContain('<dd class="mono look">WETH</dd>')
})

test('golden: a proof names its hash, its witness and what is not proven; without one the node is named', () => {
  const proof = {
    block_hash: `0x${'d'.repeat(64)}`,
    state_root: `0x${'e'.repeat(64)}`,
    hardfork: 'osaka',
    accounts: 3,
    slots: 9,
    bytes: 1234,
    witness_url: 'https://vaults.example/simulations/i/witness',
    depends_on: ['TIMESTAMP'],
  }
  const { proof: _, unproven_because: __, ...earlier } = pageWith('WETH')
  const proven = simulationHtmlOf({ ...earlier, proof })
  for (const part of [
    proof.block_hash,
    'href="https://vaults.example/simulations/i/witness"',
    '3 accounts, 9 slots; a witness of 1234 bytes',
    'TIMESTAMP',
    ...notProvenOf({ chainId: 1, isFinal: false }).slice(0, 2),
  ]) {
    expect(proven).toContain(part)
  }
  expect(simulationHtmlOf(pageWith('WETH'))).toContain('Told by the node, not proven. WETH')
  expect(simulationHtmlOf(earlier)).not.toContain('What it follows from')
})

const marksOf = (html: string) => html.replace(/[^<>"'`]/g, '')

test('default: verdict, failing call, warnings, calls, effects, place and command', () => {
  const html = simulationHtmlOf(pageWith('WETH'))
  for (const part of [
    'No. WETH',
    'failing call',
    'Warnings',
    'Where the engines differ',
    'Look at these first',
    'call 0.1, WETH: WETH',
    '0.1 · WETH',
    'What the fork says',
    '-0.5',
    'unlimited',
    'not as the logs say',
    'npx vaultwright WETH',
    '31337',
    'Kept until 2026-02-01T00:00:00Z',
    'noindex',
    'width=device-width',
  ]) {
    expect(html).toContain(part)
  }
  const good = simulationHtmlOf({ ...pageWith('WETH'), status: true, differences: [] })
  expect(good).toContain('Would succeed.')
  expect(good).not.toContain('What the fork says')
  expect(missingHtmlOf()).toContain('There is no such simulation')
})

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><svg/onload=alert(1)>',
  '`onload=`alert(1)',
  '&lt;b&gt;',
  '<!--',
])('behavior: %s as a symbol or a description is text', (text) => {
  const html = simulationHtmlOf(pageWith(text))
  expect(html).not.toContain(text)
  expect(marksOf(html)).toBe(marksOf(simulationHtmlOf(pageWith('plain'))))
})

test('behavior: no text whatever makes a tag, an attribute or turns the writing', () => {
  const expected = marksOf(simulationHtmlOf(pageWith('plain')))
  const hostile = fc.string({ unit: fc.constantFrom(...'<>"\'`&=/ax\u0000\u202e\u2066\n') })
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
      fc.pre(!/^\d+$/.test(text))
      const html = simulationHtmlOf(pageWith(text))
      expect(marksOf(html)).toBe(expected)
      expect(html).not.toMatch(/[\p{Bidi_Control}\0]/u)
    }),
    { numRuns: runs },
  )
})
