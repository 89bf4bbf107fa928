import type { ControlActData } from '@vaultwright/wire'
import {
  lastPage,
  manager,
  type RequestExamples,
  type ResponseExamples,
  strategist,
  transaction,
  vault,
} from './vault.ts'

const controlBlock = { block_number: 23_901_700, block_hash: transaction } as const
const act: ControlActData = {
  act: 'set_root',
  target: manager,
  strategist: null,
  severity: 'critical',
  nobody: false,
  anybody: false,
  possible_keys: 1,
  cuts: [
    {
      delay_seconds: 0,
      least_keys: 1,
      possible_keys: 1,
      set_count: '1',
      sets: [{ keys: [strategist], unknown: [] }],
    },
  ],
  bounds: null,
  path: [
    {
      rule: 'key',
      subject: strategist,
      target: null,
      selector: null,
      delay_seconds: 0,
      text: 'key 0x1b3B…CF71',
    },
  ],
}
const controlRead = {
  ...controlBlock,
  as_of: '2026-11-20T12:00:00Z',
  proven: true,
  complete: true,
  headline: 'One key can take this vault, at once.',
  unexplained: [],
  under_way: [],
  acts: [act],
  accounts: [{ address: strategist, kind: 'key', code: null, notes: [] }],
}

/** Bodies to show for who controls a vault. */
export const controlRequests = {
  checkControl: { rules: { control: { set_root: { least_keys: 3, least_delay: '24h' } } } },
} satisfies RequestExamples

/** Answers to show for who controls a vault. */
export const controlResponses = {
  getControl: { control: { data: { chain: 'mainnet', vault_address: vault, ...controlRead } } },
  getControlAct: { act: { data: { ...controlBlock, acts: [act] } } },
  listControlChanges: {
    page: {
      data: [
        {
          ...controlBlock,
          at: '2026-11-20T12:00:00Z',
          from_block_number: 23_894_500,
          from_block_hash: transaction,
          kinds: [
            {
              kind: 'fewer_keys',
              text: `set_root on ${manager}: 1 key at once, was 2 keys at once`,
            },
          ],
          fact_count: 1,
          facts: [{ address: strategist, fact: 'threshold', before: '2', after: '1' }],
          acts: [
            {
              act: 'set_root',
              target: manager,
              strategist: null,
              weaker: true,
              before: { least_keys: 2, possible_keys: 2, delay_seconds: 0 },
              after: { least_keys: 1, possible_keys: 1, delay_seconds: 0 },
            },
          ],
          logs: [],
        },
      ],
      page: lastPage,
    },
  },
  getControlWitness: {
    witness: {
      format: 'vaultwright-control-witness',
      version: 1,
      chainId: 1,
      blockHash: transaction,
    },
  },
  checkControl: {
    check: {
      data: {
        ...controlBlock,
        kept: false,
        findings: [
          {
            code: 'control_least_keys',
            severity: 'error',
            text: 'set_root takes 1 key, and 3 are asked.',
          },
        ],
      },
    },
  },
} satisfies ResponseExamples
