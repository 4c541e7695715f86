import { pageTitle } from "../../shell/page-title.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Screen } from "../../shell/screen.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardDescription, CardTitle } from "../../ui/card.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../ui/tabs.tsx";

export const meta = () => pageTitle("Analytics Dashboard");

const cards = [
  ["User Growth", "New accounts by week, and how many stay."],
  ["Revenue", "What subscriptions and extra minutes bring in."],
  ["Engagement", "How often sermons are made and heard, never what they say."],
] as const;

export default function AnalyticsDashboard() {
  return (
    <Screen
      title="Analytics Dashboard"
      lead="Nothing is counted here yet. Until it is, payments stand in the payment provider's dashboard, and open messages on the admin page."
    >
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="outline">
          <SiteLink to="/admin/dashboard">Back to Admin</SiteLink>
        </Button>
        <Button asChild variant="outline">
          <SiteLink to="/admin-commission-configuration">Commission Rules</SiteLink>
        </Button>
      </div>
      <Tabs defaultValue="main">
        <TabsList aria-label="View">
          <TabsTrigger value="main">Main Dashboard</TabsTrigger>
          <TabsTrigger value="comparative">Comparative</TabsTrigger>
          <TabsTrigger value="forecasting">Forecasting</TabsTrigger>
        </TabsList>
        <TabsContent value="main" className="grid gap-4 pt-6 md:grid-cols-3">
          {cards.map(([title, description]) => (
            <Card key={title}>
              <CardTitle>{title}</CardTitle>
              <CardDescription>{description}</CardDescription>
            </Card>
          ))}
        </TabsContent>
        <TabsContent value="comparative" className="max-w-measure pt-6">
          Two periods will be set side by side here, so that one sees what has changed.
        </TabsContent>
        <TabsContent value="forecasting" className="max-w-measure pt-6">
          What the coming months may bring will be estimated here, once there are months to go by.
        </TabsContent>
      </Tabs>
    </Screen>
  );
}
