import type { VaultReadingData } from '@vaultwright/check'
import { useMemo } from 'react'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Stat, Stats } from '../../part/stat.tsx'
import { Empty } from '../../part/state.tsx'
import { Term } from '../../part/text/term.tsx'
import { Badge, type Tone, Verdict } from '../../part/verdict.tsx'
import styles from '../../style/fact.module.css'
import { FindingList } from '../part/finding-list.tsx'
import { operatorText } from '../part/operator-text.ts'
import { countPermissions, permissionRowsOf, type SvmPermissionRow } from './permission-row.ts'

/** Every permission of a vault's definition, what is wrong first. */
export function PermissionPanel({ reading }: { readonly reading: VaultReadingData }) {
  const { definition, evidence } = reading
  const nameOf = (address: string) =>
    definition.tokens.find(({ mint }) => mint === address)?.symbol ??
    definition.accounts.find((account) => account.address === address)?.name ??
    null
  const rows = useMemo(() => permissionRowsOf(reading), [reading])
  const { existing, missing, differing, errors, warnings } = countPermissions(rows)
  const slot = String(evidence.snapshot.slot)
  if (rows.length === 0)
    return <Empty>The definition permits nothing: it has no entry in `permissions`.</Empty>
  return (
    <>
      <Stats>
        <Stat
          name="On chain"
          value={String(existing)}
          note={`of ${rows.length}, at slot ${slot}`}
        />
        <Stat name="Missing" value={String(missing)} note="the authority has not created them" />
        <Stat name="Different" value={String(differing)} note="the account stores something else" />
        <Stat name="Findings" value={String(errors + warnings)} note={`${errors} of them errors`} />
      </Stats>
      <SummaryVerdict missing={missing} differing={differing} errors={errors} />
      <Section title="Permissions">
        <p className="soft">
          A digest permits every call that has the parts which it pins. What is free may be
          anything.
        </p>
        <ul className={styles.list}>
          {rows.map((row) => (
            <li key={row.permission.digestHex} className={`sheet ${styles.item}`}>
              <PermissionItem row={row} nameOf={nameOf} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function SummaryVerdict(props: {
  readonly missing: number
  readonly differing: number
  readonly errors: number
}) {
  const { missing, differing, errors } = props
  if (differing > 0 || errors > 0)
    return (
      <Verdict tone="bad" title="Look at what stands first">
        <p>
          {differing === 0 ? '' : `${differing} digests are not what the definition says. `}
          {errors === 0 ? '' : `${errors} findings are errors: more is permitted than is written.`}
        </p>
      </Verdict>
    )
  if (missing > 0)
    return (
      <Verdict tone="look" title={`${missing} of the permissions do not exist yet`}>
        <p>
          Actions that need them are refused. <code>vaultwright solana plan</code> prints the
          instructions for the authority.
        </p>
      </Verdict>
    )
  return (
    <Verdict tone="good" title="Verified here: every digest follows from the definition">
      <p>The accounts are as stated by the server.</p>
    </Verdict>
  )
}

const states = {
  exists: ['good', 'on chain'],
  missing: ['look', 'missing'],
  differs: ['bad', 'other operators'],
  foreign: ['bad', 'not a digest account'],
} as const satisfies { readonly [status in SvmPermissionRow['status']]: readonly [Tone, string] }

function PermissionItem(props: {
  readonly row: SvmPermissionRow
  /** The definition's name of an address; null where it has none. */
  readonly nameOf: (address: string) => string | null
}) {
  const { row, nameOf } = props
  const { permission, status, reason, operators, free, findings } = row
  const { template, route, subAccount, texts, digestHex, digestAddress, innerCall } = permission
  const [tone, words] = states[status]
  const pinned = operators.map((each) => operatorText(each, template.accountNames))
  return (
    <>
      <h3>
        {template.name} <code>{route}</code> <Badge tone={tone}>{words}</Badge>
      </h3>
      {reason === null ? null : <p className={styles.bad}>{reason}</p>}
      {status === 'differs' ? (
        <p className={styles.bad}>
          The account at this address stores other operators than the definition. A call that is
          built for it is refused.
        </p>
      ) : null}
      <FindingList findings={findings} />
      <dl className={styles.terms}>
        <Term name="Sub-account">
          {permission.pinsSubAccount ? String(subAccount) : `${subAccount}, and all 255 others`}
        </Term>
        {Object.entries(texts).map(([name, text]) => (
          <Term key={name} name={name.replaceAll('_', ' ')}>
            {nameOf(text) === null ? null : `${nameOf(text)} `}
            <Hash value={text} />
          </Term>
        ))}
        <Term name="Program">
          <Hash value={innerCall.program} />
        </Term>
        <Term name="Pinned">{pinned.length === 0 ? 'the program alone' : pinned.join(', ')}</Term>
        <Term name="Free">{free.length === 0 ? 'nothing' : free.join(', ')}</Term>
        <Term name="Digest, computed here">
          <Hash value={digestHex} />
        </Term>
        <Term name="Digest account">
          <Hash value={digestAddress} />
        </Term>
      </dl>
    </>
  )
}
