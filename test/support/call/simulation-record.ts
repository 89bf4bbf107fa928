import type { Address, Hex } from '@vaultwright/base'
import type { Built } from '@vaultwright/builder'
import { decodeManage } from '@vaultwright/manager'
import { callContextOf, describeCall } from '@vaultwright/protocols'
import type { SimulationPage, SimulationPageCall } from '@vaultwright/wire'

type SimulatedVault = { readonly vault: Address; readonly manager: Address; readonly root: Hex }

/** A record as the service keeps it, as far as checks read it: sentences of the builder, and those of each call. */
export function simulationRecordOf(
  { calldata, actions }: Pick<Built, 'calldata' | 'actions'>,
  { vault, manager, root }: SimulatedVault,
): SimulationPage {
  const chainId = 31337
  const context = callContextOf(chainId, vault)
  const descriptions = actions.flatMap(({ calls }) => calls.map(({ description }) => description))
  const shown = {
    description: descriptions.join('; '),
    target: manager,
    vault_address: vault,
    chain_id: chainId,
    root,
    block: { number: '1', hash: `0x${'1'.repeat(64)}`, time: '2026-02-14T00:00:00Z' },
    seen: [{}],
    differences: [],
    warnings: [],
    encoded_tx_data: calldata,
    calls: decodeManage(calldata).map((call, index): SimulationPageCall => {
      const { sentences, arguments: details, unread } = describeCall(call, context)
      return {
        path: [index],
        description: descriptions[index] ?? null,
        target: call.target,
        target_label: null,
        function: null,
        arguments: null,
        sentences: [...sentences],
        details: details.map(({ isGuessed, value, pattern: _, unit: __, ...fields }) => {
          return { ...fields, value: String(value), is_guessed: isGuessed }
        }),
        unread,
        value: String(call.value),
        data: call.data,
      }
    }),
  }
  return shown as unknown as SimulationPage
}
