import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { DropZone } from '../../part/drop-zone.tsx'
import { Failure } from '../../part/state.tsx'
import findings from '../finding/finding.module.css'
import type { OpenTree } from '../state/open-tree.ts'
import type { Trees } from '../state/use-trees.ts'
import { DiffPane } from './diff-pane.tsx'

/** Compares the open tree with another one that is dropped. */
export function DiffDrop({ tree, trees }: { readonly tree: OpenTree; readonly trees: Trees }) {
  const [otherTree, setOther] = useState<OpenTree | null>(null)
  const [isAfter, setAfter] = useState(true)
  const [problem, setProblem] = useState<{ readonly name: string; readonly error: unknown } | null>(
    null,
  )
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File) => {
    setBusy(true)
    setProblem(null)
    try {
      setOther(await trees.read({ kind: 'file', content: file }, { name: file.name, asked: null }))
    } catch (error) {
      setProblem({ name: file.name, error })
    }
    setBusy(false)
  }
  const sides = isAfter ? { before: tree, after: otherTree } : { before: otherTree, after: tree }
  return (
    <div className={findings.pane}>
      {sides.before === null || sides.after === null ? null : (
        <>
          <div className={findings.line}>
            <Button onClick={() => setAfter(!isAfter)}>Swap before and after</Button>
            <Button onClick={() => setOther(null)}>Compare with another</Button>
          </div>
          <DiffPane before={sides.before} after={sides.after} analysis={trees.analysis} />
        </>
      )}
      {problem === null ? null : (
        <Failure title={`${problem.name} cannot be read`} error={problem.error} />
      )}
      {otherTree === null ? (
        <DropZone
          title="Drop the tree that shall follow"
          hint="It is compared with the open one, which stands for before"
          label="Other tree file"
          accept=".json,.vwtree,application/json"
          isBusy={isBusy}
          take={([file]) => void take(file!)}
        />
      ) : null}
    </div>
  )
}
