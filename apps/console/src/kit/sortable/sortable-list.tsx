import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import styles from './sortable-list.module.css';

interface SortableListProps {
  /** The rows, in their order. */
  keys: readonly string[];
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

const silent = () => undefined;
/** Its own words are English. */
const withoutWords = {
  announcements: { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent },
  screenReaderInstructions: { draggable: '' },
};

/** Rows that are sorted by dragging them, with a mouse or a finger. For the keyboard they have buttons besides. */
export function SortableList({ keys, onMove, children }: SortableListProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  function onDragEnd({ active, over }: DragEndEvent) {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))];
    if (from !== -1 && to !== -1 && from !== to) onMove(from, to);
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd} accessibility={withoutWords}>
      <SortableContext items={[...keys]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

interface SortableRow {
  /** For the element of the row. */
  row: { ref: (element: HTMLElement | null) => void; style: CSSProperties; 'data-dragged': boolean };
  /** The part of the row that it is dragged by. */
  handle: ReactNode;
}

export function useSortableRow(key: string): SortableRow {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: key,
  });
  const moved = transform === null ? undefined : `translateY(${Math.round(transform.y)}px)`;
  return {
    row: { ref: setNodeRef, style: { transform: moved, transition }, 'data-dragged': isDragging },
    handle: (
      <span ref={setActivatorNodeRef} className={styles.handle} aria-hidden {...listeners}>
        <IconGripVertical size={18} />
      </span>
    ),
  };
}
