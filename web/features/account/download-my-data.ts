import * as endpoints from "../../../shared/endpoints/account.ts";
import { fetchFile } from "../../lib/fetch-file.ts";

export interface MyData {
  content: Blob;
  fileName: string;
}

const FALLBACK_NAME = "my-data.zip";

/** Downloads all data stored about the user, as a ZIP file. Throws as `fetchFile` does. */
export async function downloadMyData(): Promise<MyData> {
  const response = await fetchFile(endpoints.downloadMyData, {});
  const named = /filename="?([^";/\\]+)"?/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return { content: await response.blob(), fileName: named ?? FALLBACK_NAME };
}
