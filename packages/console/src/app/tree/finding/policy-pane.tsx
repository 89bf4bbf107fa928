import type { Finding } from '@vaultwright/base'
import { useState } from 'react'
import { DropZone } from '../../part/drop-zone.tsx'
import { Failure } from '../../part/state.tsx'
import { Verdict } from '../../part/verdict.tsx'
import type { TreeAnalysis } from '../analysis/analysis.ts'
import type { OpenTree } from '../state/open-tree.ts'
import styles from './finding.module.css'
import { orderFindings } from './finding-group.ts'
import { FindingList } from './finding-list.tsx'

/** Larger files are no policies. */
const maxBytes = 1_048_576

type PolicyState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly name: string; readonly error: unknown }
  | { readonly kind: 'judged'; readonly name: string; readonly findings: readonly Finding[] }

/** Holds the tree against a policy: a file with the rules of your organisation. */
export function PolicyPane(props: {
  readonly tree: OpenTree
  readonly analysis: TreeAnalysis
  readonly show: (slot: number) => void
}) {
  const { tree, analysis, show } = props
  const [state, setState] = useState<PolicyState>({ kind: 'none' })
  const take = async (file: File) => {
    const { name } = file
    if (file.size > maxBytes) {
      const error = 'The file is larger than 1 MB. Give a policy file.'
      return setState({ kind: 'failed', name, error })
    }
    setState({ kind: 'reading' })
    try {
      const text = await file.text()
      const findings = await analysis.ask({ kind: 'policy', tree: tree.key, text })
      setState({ kind: 'judged', name, findings: orderFindings(findings) })
    } catch (error) {
      setState({ kind: 'failed', name, error })
    }
  }
  return (
    <section className={styles.pane} aria-label="Policy">
      {state.kind === 'failed' ? (
        <Failure title={`${state.name} cannot be used`} error={state.error} />
      ) : null}
      {state.kind === 'judged' ? <Judgement {...state} show={show} /> : null}
      <DropZone
        title="Drop a policy file here"
        hint="YAML or JSON: rules that the tree has to keep"
        label="Policy file"
        accept=".yaml,.yml,.json"
        isBusy={state.kind === 'reading'}
        take={([file]) => void take(file!)}
      />
    </section>
  )
}

function Judgement(props: {
  readonly name: string
  readonly findings: readonly Finding[]
  readonly show: (slot: number) => void
}) {
  const { name, findings, show } = props
  const errors = findings.filter(({ severity }) => severity === 'error').length
  if (findings.length === 0)
    return (
      <Verdict tone="good" title="The tree keeps to the policy">
        <p>Every rule of {name} was checked in this page.</p>
      </Verdict>
    )
  return (
    <>
      <Verdict
        tone={errors === 0 ? 'look' : 'bad'}
        title={errors === 0 ? 'The policy has remarks' : 'The tree is against the policy'}
      >
        <p>
          {findings.length.toLocaleString('en')} findings of {name}, {errors.toLocaleString('en')}{' '}
          of them errors.
        </p>
      </Verdict>
      <FindingList findings={findings} chosen={null} show={show} nothing="" />
    </>
  )
}
