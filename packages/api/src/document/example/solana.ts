import type { RequestExamples, ResponseExamples } from './vault.ts'

const vault = 'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za'
const program = '5ZRnXG4GsUMLaN7w2DtJV1cgLgcXHmuHCmJ2MxoorWCE'
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const strategist = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
const receiver = 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq'
const digestAddress = 'CWSFV4TcQ3zPD56je51qjSr8PKwfdhejyZD4YF1HTvaL'

const manage = {
  program,
  accounts: [
    { address: strategist, is_signer: true, is_writable: true },
    { address: vault, is_signer: false, is_writable: false },
  ],
  data_base64: 'qI2DNk+WWCQDAAAAAAAAAAAKAAAADNASEwAAAAAABg==',
}
const report = {
  route: 'spl_token/transfer',
  name: 'Transfer',
  protocol: 'spl_token',
  description: 'Transfer 1.25 USDC to treasury',
  vault_id: '3',
  sub_account: 0,
  calls: [
    {
      program: tokenProgram,
      accounts: [{ address: receiver, is_signer: false, is_writable: true }],
      data_base64: 'DNASEwAAAAAABg==',
      cpi_digest: 'b87391ecc8ec69ea4501be595fdd1a09dd15328e34c7f5914f30899b75254a34',
      cpi_digest_address: digestAddress,
      operators: [
        { ingest_instruction: [0, 1] },
        { ingest_account: 1 },
        { ingest_account: 2 },
        { ingest_account: 3 },
        { ingest_instruction_data_size: true as const },
      ],
      free: ['amount', 'accounts 0'],
    },
  ],
  fee_payer: strategist,
  version: 0 as const,
  size_bytes: 487,
  recent_blockhash: 'LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY',
  last_valid_block_height: 381_186_895,
  nonce_account: null,
  compute_unit_limit: 15_786,
  lookup_tables: [],
  slot: 393_226_680,
  warnings: [],
}
const built = {
  serialized_transaction_base64: 'AQAAAAAAAAAAAAAA',
  target: program,
  description: report.description,
}

/** Bodies to show for builds on Solana. */
export const solanaRequests = {
  execute: {
    solana: {
      params: { token: 'USDC', recipient: receiver, amount: '1.25' },
      verbose: true,
      options: { version: 0, compute_unit_price_micro_lamports: '1000' },
    },
  },
  executeMultiple: {
    solana: {
      actions: [
        {
          route: 'spl_token/transfer',
          params: { token: 'USDC', recipient: receiver, amount: '1.25' },
        },
      ],
      options: { version: 1 },
    },
  },
} satisfies RequestExamples

/** Answers to show for Solana. */
export const solanaResponses = {
  execute: {
    solana: {
      ...built,
      action_api_response: { ...report, instructions: [manage] },
      simulation_status: true,
      simulator_simulation_url: 'https://vaults.example/simulations/5Qm1xZr3Yt7Lw9Kc2Vb8Ng',
      simulation_logs: [`Program ${program} invoke [1]`, `Program ${program} success`],
      simulation_gas_used: 13_727,
      simulation_fee_lamports: '5016',
      simulation_gas_cost_sol: '0.000005016',
      token_transfers: [
        {
          token: 'USDC',
          token_address: usdc,
          amount: '1.25',
          raw_amount: '1250000',
          direction: 'out',
          dollar_value: null,
        },
      ],
    },
  },
  executeMultiple: {
    solana: {
      ...built,
      description: 'Multiple actions execution',
      action_api_response: [report],
      instructions: [manage],
      simulation_skipped: true,
    },
  },
  getSvmPermissions: {
    accounts: {
      data: {
        vault_address: vault,
        slot: '393226680',
        definition: 'kind: solana\nname: Solana USD\n',
        accounts: [
          { address: digestAddress, account: null },
          {
            address: vault,
            account: {
              lamports: '3452160',
              owner: program,
              data_base64: 'I1QsWZY37Bk=',
              executable: false,
            },
          },
        ],
      },
    },
  },
  getSvmPermissionHistory: {
    history: {
      data: {
        vault_address: vault,
        transactions: 2,
        is_complete: true,
        digests: [
          {
            cpi_digest: 'b87391ecc8ec69ea4501be595fdd1a09dd15328e34c7f5914f30899b75254a34',
            cpi_digest_address: digestAddress,
            operators: [{ ingest_instruction: [0, 1] }, { ingest_instruction_data_size: true }],
            created: {
              signature:
                '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv',
              slot: '393226680',
              time: '2026-11-20T12:00:00Z',
              authority: strategist,
            },
            closed: null,
          },
        ],
      },
    },
  },
} satisfies ResponseExamples
