import { escapeInvisible, type Finding } from '@vaultwright/base'
import { type Leaf, leafAt, packedOf } from '@vaultwright/manager'
import { printName } from '@vaultwright/registry'
import { type Ref, useMemo } from 'react'
import { Provenance } from '../../part/band/provenance.tsx'
import { Hash } from '../../part/hash.tsx'
import { Badge, Verdict } from '../../part/verdict.tsx'
import type { TreeAnalysis } from '../analysis/analysis.ts'
import type { LeafMeaning, Meaning } from '../analysis/question.ts'
import { slotsOfFinding } from '../finding/finding-group.ts'
import type { OpenTree } from '../state/open-tree.ts'
import { useTreeAnswer } from '../state/use-tree-answer.ts'
import { CallQuestion } from './call-question.tsx'
import { foldProof } from './fold-proof.ts'
import styles from './leaf-panel.module.css'
import { ProofSteps } from './proof-steps.tsx'

/** One leaf: what it permits, and the proof of it, folded here. */
export function LeafPanel(props: {
  readonly tree: OpenTree
  readonly slot: number
  readonly meaning: Meaning | null
  readonly analysis: TreeAnalysis
  readonly heading: Ref<HTMLHeadingElement>
}) {
  const { tree, slot, meaning, analysis, heading } = props
  const leaf = leafAt(tree.file.tree, slot)
  const proof = useMemo(
    () => (leaf === null ? null : foldProof(tree.file.tree, slot)),
    [tree, leaf, slot],
  )
  const reading = useTreeAnswer(
    analysis,
    meaning === null ? null : { kind: 'leaf', tree: tree.key, slot },
  )
  const leafMeaning = reading.kind === 'read' ? reading.answer : null
  if (leaf === null || proof === null)
    return (
      <aside className={`sheet ${styles.panel}`} aria-label="Leaf">
        <p className={styles.none}>
          The tree has no slot {slot}; its last one is {tree.file.tree.tree.capacity - 1}.
        </p>
      </aside>
    )
  const about = meaning?.findings.filter((finding) => slotsOfFinding(finding).includes(slot)) ?? []
  const isContradicted = about.some(({ code }) =>
    /^(description_differs|drone_description)$/.test(code),
  )
  return (
    <aside className={`sheet ${styles.panel}`} aria-label={`Leaf ${slot}`}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {sentenceText(leafMeaning)}
        </h2>
        <p className="soft">
          Slot {slot} · {protocolText(slot, meaning)}
        </p>
        {leaf.description === '' ? null : (
          <p className={styles.quote}>
            {isContradicted ? (
              <>
                The file describes it as “<del>{escapeInvisible(leaf.description)}</del>”{' '}
                <Badge tone="bad">the leaf says otherwise</Badge>
              </>
            ) : (
              <>The file describes it as “{escapeInvisible(leaf.description)}”.</>
            )}{' '}
            No hash covers these words.
          </p>
        )}
      </header>
      {proof.holds ? (
        <Verdict
          tone={tree.contradictions.length === 0 ? 'good' : 'look'}
          title="Proven in this page"
        >
          <p>
            The leaf was hashed again, and {proof.steps.length} hashes lead to {tree.provenRoot}.
          </p>
        </Verdict>
      ) : (
        <Verdict tone="bad" title="Not proven">
          <p>The proof does not lead to the root.</p>
        </Verdict>
      )}
      {about.slice(0, 5).map((finding) => (
        <LeafFinding key={`${finding.code} ${finding.message}`} finding={finding} />
      ))}
      {about.length > 5 ? (
        <p className="soft">and {about.length - 5} more findings of this slot</p>
      ) : null}
      <LeafFacts tree={tree} leaf={leaf} names={meaning?.names ?? {}} said={leafMeaning} />
      <ProofSteps proof={proof} slot={slot} packed={packedOf(leaf)} name={tree.name} />
      <CallQuestion key={slot} tree={tree} target={leaf.target} analysis={analysis} />
    </aside>
  )
}

function LeafFinding({ finding }: { readonly finding: Finding }) {
  const { severity, code, message } = finding
  const title = code.replaceAll('_', ' ')
  if (severity === 'info')
    return (
      <p>
        <Badge>info</Badge> {title}: {message}
      </p>
    )
  return (
    <Verdict tone={severity === 'error' ? 'bad' : 'look'} title={`${severity}: ${title}`}>
      <p>{message}</p>
    </Verdict>
  )
}

function LeafFacts(props: {
  readonly tree: OpenTree
  readonly leaf: Leaf
  readonly names: Meaning['names']
  readonly said: LeafMeaning | null
}) {
  const { tree, leaf, names, said: leafMeaning } = props
  const account = (address: string) => <Account tree={tree} address={address} names={names} />
  return (
    <dl className={styles.facts}>
      <dt>Function</dt>
      <dd>
        <code>{escapeInvisible(leaf.signature) || 'none'}</code> <Badge>{leaf.selector}</Badge>
      </dd>
      <dt>Target</dt>
      <dd>{account(leaf.target)}</dd>
      {leaf.arguments.map((argument, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an argument is its place
        <div key={`${index}${argument}`} className={styles.pair}>
          <dt>
            Argument {index + 1}
            {leafMeaning === null ? null : `: ${leafMeaning.labels[index] ?? 'no rule names it'}`}
          </dt>
          <dd>{account(argument)}</dd>
        </div>
      ))}
      <dt>Value</dt>
      <dd>{leaf.canSendValue ? 'only calls with value' : 'only calls without value'}</dd>
      <dt>Decoder</dt>
      <dd>{account(leaf.decoder)}</dd>
    </dl>
  )
}

function Account(props: {
  readonly tree: OpenTree
  readonly address: string
  readonly names: Meaning['names']
}) {
  const { tree, address, names } = props
  const role = roleOfAccount(tree, address)
  const name = names[address.toLowerCase()]
  return (
    <>
      <Hash value={address} />
      {role === null ? null : <Badge>{role}</Badge>}
      {name === undefined || (role !== null && name.source === 'tree') ? null : (
        <Badge>
          {printName(name)}
          <Provenance source={name.source} />
        </Badge>
      )}
    </>
  )
}

/** The accounts that a file names, by what they are. */
function roleOfAccount({ file }: OpenTree, address: string): string | null {
  const { vault, manager, accountant, decoder } = file.metadata
  const isSame = (other: string | null) => other?.toLowerCase() === address.toLowerCase()
  if (isSame(vault)) return 'the vault'
  if (isSame(manager)) return 'the Manager'
  if (isSame(accountant)) return 'the accountant'
  return isSame(decoder) ? 'the default decoder' : null
}

function sentenceText(said: LeafMeaning | null): string {
  if (said === null) return 'Reading what it permits…'
  return said.isPossible ? `Possibly: ${said.sentence}` : said.sentence
}

function protocolText(slot: number, meaning: Meaning | null): string {
  if (meaning === null) return 'reading protocols…'
  const protocol = meaning.protocols[slot] ?? null
  return protocol === null
    ? 'protocol not known: no action describes the leaf'
    : `${protocol}: ${meaning.actions[slot]}`
}
