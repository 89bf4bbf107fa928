import { encodeBase64, svmAddressOf } from '@vaultwright/svm'
import {
  buildSvmTransaction,
  parseSvmDefinition,
  type SvmBuildOptions,
  type SvmBuilt,
} from '@vaultwright/svm-builder'
import {
  type SvmExecuteMultipleResponse,
  svmActionReportOf,
  svmInstructionOf,
} from '@vaultwright/wire'
import { filledAddress, vaultSnapshot } from './vault-snapshot.ts'

const text = `
kind: solana
name: Test
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens:
  USDC: { mint: ${filledAddress(2)}, decimals: 6 }
accounts:
  treasury: ${filledAddress(8)}
permissions:
  - { action: spl_token/transfer, token: [USDC], recipient: [treasury] }
`
/** A vault that may send USDC to its treasury. */
export const definition = parseSvmDefinition(text)
/** Its accounts. */
export const snapshot = vaultSnapshot(definition)
/** The requested actions. */
export const actions = [
  { route: 'spl_token/transfer', params: { token: 'USDC', recipient: 'treasury', amount: '1.25' } },
]
const blockhash = svmAddressOf(new Uint8Array(32).fill(5))
/** The options of the build. */
export const options: SvmBuildOptions = {
  version: 0,
  lifetime: { kind: 'blockhash', blockhash, lastValidBlockHeight: 9n },
  computeUnitLimit: 20_000,
  computeUnitPriceMicroLamports: 1_000n,
  priorityFeeLamports: null,
  lookupTables: [],
  computeBudget: true,
}
/** The result of the build. */
export const built = buildSvmTransaction({ definition, snapshot }, actions, options)
/** The accounts as the service answers them. */
export const accountsText = JSON.stringify({
  data: {
    vault_address: definition.vault,
    slot: String(snapshot.slot),
    definition: text,
    accounts: [...snapshot.accounts].map(([address, account]) => ({
      address,
      account: account && {
        lamports: String(account.lamports),
        owner: account.owner,
        data_base64: encodeBase64(account.data),
        executable: account.executable,
      },
    })),
  },
})

/** An answer as the service gives it, with other bytes where they are given. */
export function answerOf(of: SvmBuilt, base64 = of.base64): SvmExecuteMultipleResponse {
  return {
    serialized_transaction_base64: base64,
    target: of.program,
    description: '',
    instructions: of.instructions.map(svmInstructionOf),
    action_api_response: of.actions.map((action) =>
      svmActionReportOf({ ...action, warnings: [] }, of),
    ),
  }
}
