import { getDocumentProxy } from 'unpdf';

/** The texts of each sheet of a PDF file, in the order in which they are drawn. */
export async function pdfSheets(bytes: Uint8Array): Promise<string[][]> {
  return (await pdfTexts(bytes)).map((sheet) => sheet.map(({ text }) => text));
}

/** The same with where each text begins, in points from the left edge. */
export async function pdfTexts(bytes: Uint8Array): Promise<{ text: string; left: number }[][]> {
  const file = await getDocumentProxy(new Uint8Array(bytes));
  const sheets: { text: string; left: number }[][] = [];
  for (let number = 1; number <= file.numPages; number++) {
    const { items } = await (await file.getPage(number)).getTextContent();
    sheets.push(
      items.flatMap((item) =>
        'str' in item && item.str.trim() !== '' ? [{ text: item.str, left: Number(item.transform[4]) }] : [],
      ),
    );
  }
  return sheets;
}
