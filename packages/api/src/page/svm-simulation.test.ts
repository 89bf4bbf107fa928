import { type SvmSimulationPage, svmSimulationPage } from '@vaultwright/wire'
import fc from 'fast-check'
import Compile from 'typebox/compile'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { solanaResponses } from '../document/example/solana.ts'
import { svmSimulationHtmlOf } from './svm-simulation.ts'

const { solana: built } = solanaResponses.execute
const { instructions, ...report } = built.action_api_response

/** A page in which every text that others choose is one text. */
function pageWith(text: string): SvmSimulationPage {
  const [transfer] = built.token_transfers
  const warnings = [{ code: 'x', severity: 'warning' as const, message: text, facts: {} }]
  return {
    id: 'i',
    created_at: '2026-01-01T00:00:00Z',
    expires_at: '2026-02-01T00:00:00Z',
    chain: 'solana',
    description: text,
    vault_address: instructions[0]!.accounts[1]!.address,
    vault_name: text,
    program: { address: built.target, vault_id: '3' },
    strategist_address: report.fee_payer,
    status: text,
    failing: { instruction: 1, program: built.target, error: text },
    slot: 393_226_680,
    actions: [{ ...report, description: text, route: text, warnings }],
    instructions,
    logs: [text],
    compute_units: 13_727,
    fee_lamports: '5016',
    token_transfers: [{ ...transfer!, direction: 'out', token: text }],
    warnings,
    serialized_transaction_base64: built.serialized_transaction_base64,
    verify_command: `npx vaultwright ${text}`,
  }
}

const marksOf = (html: string) => html.replace(/[^<>"'`]/g, '')

test('golden: verdict, warnings, digests, transfers, instructions, place and command', () => {
  const page = pageWith('USDC')
  expect(Compile(svmSimulationPage).Check(page)).toBe(true)
  const html = svmSimulationHtmlOf(page)
  for (const part of [
    'No. USDC',
    report.calls[0]!.cpi_digest,
    'amount, accounts 0',
    '1.25',
    'signer, writable',
    '5016 lamports',
    'npx vaultwright USDC',
    page.serialized_transaction_base64,
    'Kept until 2026-02-01T00:00:00Z',
  ])
    expect(html).toContain(part)
  expect(svmSimulationHtmlOf({ ...page, status: true })).toContain('Would succeed.')
})

test('law: no text whatever makes a tag, an attribute or turns the writing', () => {
  const expected = marksOf(svmSimulationHtmlOf(pageWith('plain')))
  const hostile = fc.string({ unit: fc.constantFrom(...'<>"\'`&=/ax\u0000\u202e\u2066\n') })
  fc.assert(
    fc.property(hostile, (text) => {
      const html = svmSimulationHtmlOf(pageWith(text))
      expect(marksOf(html)).toBe(expected)
      expect(html).not.toMatch(/[\p{Bidi_Control}\0]/u)
    }),
    { numRuns: runsOf(0.5) },
  )
})

test('refuses: a page with a field that it does not know, or of another chain', () => {
  const check = Compile(svmSimulationPage)
  expect(check.Check({ ...pageWith('x'), more: 1 })).toBe(false)
  expect(check.Check({ ...pageWith('x'), chain: 'mainnet' })).toBe(false)
})
