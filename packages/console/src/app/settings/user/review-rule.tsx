import { useMutation, useQuery } from '@tanstack/react-query'
import { escapeInvisible } from '@vaultwright/base'
import { shortAddress } from '@vaultwright/registry'
import type { ConsolePart } from '@vaultwright/wire'
import { useId } from 'react'
import { Section } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import { Failure, Loaded } from '../../part/state.tsx'
import { askConsole, type ConsoleRequest } from '../../session/console-api.ts'
import { withProof } from '../../session/prove.ts'

const counts = Array.from({ length: 11 }, (_, count) => count)

/** Chooses the number of approvals before the signing room says that a packet is ready to sign. */
export function ReviewRule() {
  const id = useId()
  const rule = useQuery({
    queryKey: ['review-rule'],
    queryFn: () => askConsole('getReviewRule', {}),
  })
  const change = useMutation({
    mutationFn: (required: number) => withProof(() => askConsole('setReviewRule', { required })),
    onSettled: () => rule.refetch(),
  })
  const changeVault = useMutation({
    mutationFn: (request: ConsoleRequest<'setVaultReviewRule'>) =>
      withProof(() => askConsole('setVaultReviewRule', request)),
    onSettled: () => rule.refetch(),
  })
  return (
    <Section title="Reviews">
      <Loaded query={rule} what="the rule of reviews" title="The rule of reviews cannot be read">
        {({ data }) => (
          <div className={parts.field}>
            <label htmlFor={id}>Approvals before a packet is ready to sign</label>
            <select
              id={id}
              className={parts.input}
              value={data.required}
              disabled={change.isPending}
              onChange={(event) => change.mutate(Number(event.target.value))}
            >
              {counts.map((count) => (
                <option key={count} value={count}>
                  {count === 0 ? 'none' : count}
                </option>
              ))}
            </select>
            <small className="note">
              Of reviewers other than the proposer, each by passkey. The signing room stays Open
              without them. A packet that is of no known vault needs the most that any vault asks
              for.
            </small>
            {data.vaults.map((vault) => (
              <VaultRule
                key={vault.vault_address}
                vault={vault}
                isDisabled={changeVault.isPending}
                change={changeVault.mutate}
              />
            ))}
          </div>
        )}
      </Loaded>
      <Failure title="The rule is not changed" error={change.error ?? changeVault.error} />
    </Section>
  )
}

type VaultRuleData = ConsolePart<'getReviewRule', 'response'>['data']['vaults'][number]

/** Chooses the number of one vault, or the one of the organisation. */
function VaultRule({
  vault: { vault_address, name, required },
  isDisabled,
  change,
}: {
  readonly vault: VaultRuleData
  readonly isDisabled: boolean
  readonly change: (request: ConsoleRequest<'setVaultReviewRule'>) => void
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} title={vault_address}>
        Approvals for {escapeInvisible(name)} {shortAddress(vault_address)}
      </label>
      <select
        id={id}
        className={parts.input}
        value={required ?? ''}
        disabled={isDisabled}
        onChange={({ target: { value } }) =>
          change({ vault_address, required: value === '' ? null : Number(value) })
        }
      >
        <option value="">as for every vault</option>
        {counts.map((count) => (
          <option key={count} value={count}>
            {count === 0 ? 'none' : count}
          </option>
        ))}
      </select>
    </>
  )
}
