import { type ReactNode, useState } from 'react'
import { Button } from '../part/button.tsx'
import { DropZone } from '../part/drop-zone.tsx'
import { Page } from '../part/page.tsx'
import { Failure } from '../part/state.tsx'
import { Verdict } from '../part/verdict.tsx'
import { PasteTree } from './paste-tree.tsx'
import { ReadingTree } from './reading-tree.tsx'
import type { OpenTree } from './state/open-tree.ts'
import { useTrees } from './state/use-trees.ts'
import styles from './tree.module.css'
import { TreeView } from './tree-view.tsx'

/** Larger files are read only when you say so: 64 MB. */
const confirmFromBytes = 64_000_000

type ExplorerState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'large'; readonly file: File }
  | { readonly kind: 'reading'; readonly name: string; readonly share: number }
  | { readonly kind: 'refused'; readonly name: string; readonly error: unknown }
  | { readonly kind: 'open'; readonly tree: OpenTree }

/** The tree explorer, from a file that is dropped, chosen or pasted; what else there is to open stands below. */
export function TreeScreen({ children }: { readonly children: ReactNode }) {
  const trees = useTrees()
  const [state, setState] = useState<ExplorerState>({ kind: 'empty' })
  const read = async (name: string, content: Blob) => {
    setState({ kind: 'reading', name, share: 0 })
    try {
      const source = { kind: 'file', content } as const
      const tree = await trees.read(source, { name, asked: null }, (share) =>
        setState({ kind: 'reading', name, share }),
      )
      setState({ kind: 'open', tree })
    } catch (error) {
      setState({ kind: 'refused', name, error })
    }
  }
  const take = (file: File) => {
    if (file.size > confirmFromBytes) setState({ kind: 'large', file })
    else void read(file.name, file)
  }
  const openSample = async () => {
    const { sampleTree } = await import('../part/text/sample.ts')
    await read('Sample: lending of Local ETH', new Blob([sampleTree()]))
  }
  const close = () => {
    trees.analysis.close()
    setState({ kind: 'empty' })
  }
  if (state.kind === 'open')
    return (
      <Page
        key="open"
        title={state.tree.name}
        isWide
        actions={<Button onClick={close}>Open another</Button>}
      >
        <TreeView tree={state.tree} trees={trees} />
      </Page>
    )
  return (
    <Page
      key="start"
      title="Tree explorer"
      lead="Read what a strategist may do. The tree is rebuilt from its leaves here, in this page: nothing that the file says about itself is believed, and nothing is sent anywhere."
    >
      <div className={styles.start}>
        {state.kind === 'refused' ? (
          <Failure title={`${state.name} cannot be read`} error={state.error} />
        ) : null}
        {state.kind === 'large' ? (
          <LargeFile
            file={state.file}
            read={() => void read(state.file.name, state.file)}
            leave={() => setState({ kind: 'empty' })}
          />
        ) : null}
        {state.kind === 'reading' ? (
          <ReadingTree name={state.name} share={state.share} cancel={close} />
        ) : (
          <>
            <DropZone
              title="Drop a tree file here"
              hint="JSON of the solidity or rust format, or .vwtree"
              label="Tree file"
              accept=".json,.vwtree,application/json"
              isBusy={false}
              take={([file]) => take(file!)}
            />
            <PasteTree take={(text) => void read('pasted tree', new Blob([text]))} />
            <div>
              <Button onClick={() => void openSample()}>Open a sample tree</Button>
            </div>
          </>
        )}
      </div>
      {children}
    </Page>
  )
}

function LargeFile(props: {
  readonly file: File
  readonly read: () => void
  readonly leave: () => void
}) {
  const { file, read: opened, leave } = props
  const size = `${Math.round(file.size / 1_000_000).toLocaleString('en')} MB`
  return (
    <Verdict tone="look" title={`${file.name} has ${size}`}>
      <p>
        A tree of 16,384 leaves has about 16 MB. A larger file takes its time and memory, and the
        page stays usable meanwhile.
      </p>
      <div className={styles.choices}>
        <Button onClick={opened}>Read it anyway</Button>
        <Button onClick={leave}>Leave it</Button>
      </div>
    </Verdict>
  )
}
