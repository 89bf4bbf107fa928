"""Makes fixtures/vectors/valuation.json: seeded weeks of a vault, and what their values are.

Written from the documented formulas alone, with Python's fractions and decimals, so that it shares no
arithmetic with packages/valuation, whose tests hold themselves against it.
Run: python3 scripts/vector/make-valuation-vectors.py (writes) or with --check (compares, exit 1 when it differs).
"""

import datetime
import json
import pathlib
import random
import sys
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 80
FILE = pathlib.Path(__file__).parent.parent.parent / "fixtures/vectors/valuation.json"
SOURCE = (
    "scripts/vector/make-valuation-vectors.py: the documented formulas in fractions and in decimals of 80 digits, "
    "on seeded weeks of a vault, some on two chains."
)
YEAR = 31_536_000
DAY = 86_400
RANDOM = random.Random(20261120)


# Numbers


def cut(number, places):
    """Units of the last place, toward zero."""
    units = abs(number.numerator) * 10**places // number.denominator
    return -units if number < 0 else units


def printed(units, places):
    """Units of the last place as a decimal without closing zeros."""
    digits = str(abs(units)).rjust(places + 1, "0")
    whole, rest = digits[: len(digits) - places], digits[len(digits) - places :].rstrip("0")
    return ("-" if units < 0 else "") + whole + ("." + rest if rest else "")


def rounded(number, places=18):
    """A decimal, half away from zero."""
    units = (2 * abs(number.numerator) * 10**places + number.denominator) // (2 * number.denominator)
    return printed(-units if number < 0 else units, places)


def exact(number):
    """A fraction over a power of ten, as a decimal."""
    places = 0
    while (number * 10**places).denominator != 1:
        places += 1
    return printed(int(number * 10**places), places)


def yearly(growth, seconds):
    """Growth of some seconds, compounded to a year, by logarithm and exponential."""
    if growth == 1:
        return "0"
    power = (Decimal(growth.numerator) / Decimal(growth.denominator)).ln() * Decimal(YEAR)
    value = (power / Decimal(seconds)).exp() - 1
    units = int((abs(value) * Decimal(10) ** 18 + Decimal("0.5")).to_integral_value("ROUND_FLOOR"))
    return printed(-units if value < 0 else units, 18)


# Prices


def path(quotes, start, end):
    """Places of the quotes from one token to another, and the price: fewest steps, then the first quotes."""
    level, seen = [(start, [], Fraction(1))], {start}
    while level:
        for token, steps, price in level:
            if token == end:
                return steps, price
        found = [
            (there, steps + [at], price / Fraction(quote["price"]) if back else price * Fraction(quote["price"]))
            for token, steps, price in level
            for at, quote in enumerate(quotes)
            for here, there, back in (
                (quote["asset"], quote["per"], False),
                (quote["per"], quote["asset"], True),
            )
            if here == token and there not in seen
        ]
        seen |= {token for token, _, _ in found}
        first = {}
        for one in sorted(found, key=lambda one: one[1]):
            first.setdefault(one[0], one)
        level = sorted(first.values(), key=lambda one: one[1])
    return None


# A day


def value_day(day):
    """Share price, supply, assets and what each holding is worth; a worth is None when there is no price."""
    base, accountant, share = day["base"], day["accountant"], day["share"]
    decimals = base["decimals"]
    rate, supply = int(accountant["rate"]), int(share["supply"])
    assets = rate * supply // 10 ** share["decimals"]
    if accountant["kind"] == "yield_streaming":
        assets = int(accountant["stream"]["totalAssets"])
    usd = path(day["quotes"], base["address"], "usd")
    holdings = []
    for holding in day["holdings"]:
        asset = holding["asset"]
        way = path(day["quotes"], asset["address"], base["address"])
        worth = None
        if way is not None:
            price = Fraction(cut(way[1], 24), 10**24)
            worth = cut(Fraction(int(holding["amount"]), 10 ** asset["decimals"]) * price, decimals)
        holdings.append((holding, way, worth))
    return {
        "price": Fraction(rate, 10**decimals),
        "supply": Fraction(supply, 10 ** share["decimals"]),
        "assets": Fraction(assets, 10**decimals),
        "usd": None if usd is None else Fraction(cut(usd[1], 24), 10**24),
        "holdings": holdings,
        "net": sum(worth for _, _, worth in holdings if worth is not None),
        "decimals": decimals,
    }


def expect_day(day):
    value = value_day(day)
    usd = value["usd"]
    return {
        "sharePrice": exact(value["price"]),
        "totalSupply": exact(value["supply"]),
        "totalAssets": exact(value["assets"]),
        "priceUsd": None if usd is None else exact(value["price"] * usd),
        "tvlUsd": None if usd is None else exact(value["assets"] * usd),
        "netAssets": printed(value["net"], value["decimals"]),
        "leavesOut": any(worth is None for _, _, worth in value["holdings"]),
    }


def expect_daily(before, today):
    if before["accountant"]["isPaused"] or today["accountant"]["isPaused"]:
        return {"dailyApy": None, "dailyApr": None}
    growth = value_day(today)["price"] / value_day(before)["price"]
    return {"dailyApy": yearly(growth, DAY), "dailyApr": rounded((growth - 1) * 365)}


# A week


def fees_of(week, first, last):
    """Base units of one share that fees took in the week."""
    rate, fees = int(first["rate"]), 0
    for number in range(7):
        if number > 0 and week["between"][number - 1] is not None:
            rate = int(week["between"][number - 1]["accountant"]["rate"])
        fees += rate * last["platformFeeBps"] * DAY // (10_000 * YEAR)
    if last["performanceFeeBps"]:
        risen = max(0, int(last["highwaterMark"]) - int(first["highwaterMark"]))
        fees += risen * last["performanceFeeBps"] // 10_000
    return fees


def yield_of(holding, way, last, first):
    """What a holding earns a year; None when nothing tells."""
    index, asset = holding["index"], holding["asset"]["address"]
    if holding["maturityUnix"] is not None:
        seconds = int(holding["maturityUnix"]) - int(last["block"]["atUnix"])
        if seconds <= 0:
            return "0"
        kinds = ("market", "rate")
        own = [one for one in last["quotes"] if one["asset"] == asset and one["per"] != "usd" and one["kind"] in kinds]
        return yearly(1 / Fraction(own[0]["price"]), seconds) if own else None
    kinds = [last["quotes"][at]["kind"] for at in way[0]]
    is_converted = "rate" in kinds and all(kind in ("rate", "pegged") for kind in kinds)
    if index is None and not is_converted:
        return "0" if holding["protocol"] == "idle" else None
    growth = Fraction(1)
    if index is not None:
        before = {one["index"]["key"]: Fraction(one["index"]["value"]) for one in first["holdings"] if one["index"]}
        if index["key"] not in before:
            return None
        growth *= Fraction(index["value"]) / before[index["key"]]
    if is_converted:
        way_before = path(first["quotes"], asset, first["base"]["address"])
        if way_before is None:
            return None
        growth *= way[1] / way_before[1]
    return yearly(growth, 7 * DAY)


def weighed(parts):
    return sum((Fraction(worth) * Fraction(apy) for worth, apy in parts), Fraction(0))


def real_sum(real, everything, net):
    """What nobody can price is nowhere; what earns nobody knows what may be 1 % of all."""
    unknown = sum(abs(worth) for _, _, worth, apy in real if apy is None)
    gross = sum(abs(worth) for _, _, worth, _ in everything)
    if net <= 0 or unknown * 100 > gross:
        return None
    return rounded(weighed([(worth, apy) for _, _, worth, apy in real if apy is not None]) / net)


def maturity_sum(fixed, net):
    if not fixed:
        return "0"
    if net <= 0 or any(apy is None for _, _, _, apy in fixed):
        return None
    return rounded(weighed([(worth, apy) for _, _, worth, apy in fixed]) / net)


def real_rows(real, net, order):
    groups = {}
    for chain, holding, worth, apy in real:
        groups.setdefault((chain, holding["protocol"]), []).append((worth, apy))
    rows = []
    for chain, protocol in sorted(groups, key=lambda key: (order.index(key[0]), key[1])):
        parts = groups[(chain, protocol)]
        worth = sum(one for one, _ in parts)
        is_known = worth > 0 and all(apy is not None for _, apy in parts)
        apy = rounded(weighed(parts) / worth) if is_known else None
        rows.append([chain, protocol, rounded(Fraction(worth, net)), apy])
    return rows


def expect_week(week):
    chains = [(week["chain"], week["last"], week["first"])]
    chains += [(one["chain"], one["last"], one["first"]) for one in week["others"] if one["last"]]
    order = [chain for chain, _, _ in chains]
    valued = [(chain, last, first, value_day(last)) for chain, last, first in chains]
    decimals = max(value["decimals"] for *_, value in valued)
    net = sum(value["net"] * 10 ** (decimals - value["decimals"]) for *_, value in valued)
    parts = [
        (chain, holding, worth * 10 ** (decimals - value["decimals"]), yield_of(holding, way, last, first))
        for chain, last, first, value in valued
        for holding, way, worth in value["holdings"]
        if worth is not None
    ]
    real = [part for part in parts if part[1]["maturityUnix"] is None]
    fixed = [part for part in parts if part[1]["maturityUnix"] is not None]
    first, last = week["first"]["accountant"], week["last"]["accountant"]
    out = {"apy": None, "apr": None, "grossApy": None, "feeDrag": None}
    if not first["isPaused"] and not last["isPaused"]:
        before, after = int(first["rate"]), int(last["rate"])
        out["apy"] = yearly(Fraction(after, before), 7 * DAY)
        out["apr"] = rounded(Fraction(after - before, before) * 365 / 7)
        out["grossApy"] = yearly(Fraction(after + fees_of(week, first, last), before), 7 * DAY)
        out["feeDrag"] = exact(Fraction(out["grossApy"]) - Fraction(out["apy"]))
    out["realApy"] = real_sum(real, parts, net)
    out["maturityApy"] = maturity_sum(fixed, net)
    four = [out["apy"], out["realApy"], out["maturityApy"], out["feeDrag"]]
    out["residual"] = None
    if None not in four:
        apy, of_real, of_fixed, drag = (Fraction(one) for one in four)
        out["residual"] = exact(apy - (of_real + of_fixed - drag))
    out["real"] = real_rows(real, net, order) if net > 0 else []
    out["maturities"] = [
        [chain, holding["protocol"], rounded(Fraction(worth, net)), apy]
        for chain, holding, worth, apy in sorted(fixed, key=lambda part: order.index(part[0]))
        if net > 0
    ]
    out["netAssets"] = printed(net, decimals)
    out["totalAssets"] = exact(sum((value["assets"] for *_, value in valued), Fraction(0)))
    out["supply"] = exact(sum((value["supply"] for *_, value in valued), Fraction(0)))
    return out


# Weeks to value


def address(number):
    return "0x%040d" % number


def end_of(day):
    start = datetime.datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=datetime.timezone.utc)
    return int(start.timestamp()) + DAY - 1


def shifted(day, count):
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days=count)).isoformat()


def pick(count):
    return RANDOM.randrange(count)


def world(case, chain, offset):
    """Eight days of a vault on a chain."""

    def asset(number, symbol, decimals):
        return {"address": address(offset + number), "symbol": symbol, "decimals": decimals}

    base = asset(1, "BASE", RANDOM.choice([6, 8, 18]))
    peg, wrap = asset(2, "PEG", RANDOM.choice([6, 18])), asset(3, "WRAP", 18)
    risky, principal, lone = asset(4, "RISKY", 18), asset(5, "PT", 18), asset(6, "LONE", 18)
    holders = [address(offset + 100), address(offset + 101)]
    kind = RANDOM.choice(["rate_providers", "yield_streaming"])
    one = 10 ** base["decimals"]
    rate = one + pick(one // 5)
    mark = rate
    indexes = {key: 10**27 + pick(10**26) for key in ("s0", "s1", "d0")}
    wrapped = Fraction(11, 10)
    start = "2026-02-2%d" % pick(9)
    platform_bps, performance_bps = RANDOM.choice([0, 50, 200]), RANDOM.choice([0, 1000])
    amounts = [RANDOM.randrange(1, 10**6) for _ in range(12)]
    has_principal, has_lone, has_usd = case % 2 == 0, case % 5 == 3, case % 4 != 2
    days = []

    def held(protocol, token, count, key=None, maturity=None, who=0, sign=1):
        units = count * 10 ** token["decimals"] + pick(10 ** min(token["decimals"], 6))
        return {
            "protocol": protocol,
            "holder": holders[who],
            "asset": token,
            "amount": str(sign * units),
            "index": None if key is None else {"key": key, "value": str(indexes[key])},
            "maturityUnix": maturity,
        }

    for number in range(8):
        day = shifted(start, number)
        at = end_of(day) - pick(300)
        rate = rate * (10**7 + RANDOM.randrange(-300, 2500)) // 10**7
        mark = max(mark, rate)
        for key in indexes:
            indexes[key] = indexes[key] * (10**9 + RANDOM.randrange(10**5, 3 * 10**5)) // 10**9
        wrapped = wrapped * Fraction(10**9 + RANDOM.randrange(4 * 10**4, 12 * 10**4), 10**9)
        supply = RANDOM.randrange(10**4, 10**7) * 10**18 + pick(10**9)
        holdings = [
            held("idle", base, amounts[0] % 1000 + 1),
            held("idle", base, 3, who=1),
            held("idle", peg, amounts[1] % 500 + 1),
            held("lender", base, amounts[2] % 90000 + 50000, "s0"),
            held("lender", wrap, amounts[3] % 40000, "s1", who=1),
            held("lender", base, amounts[4] % 20000, "d0", sign=-1),
            held("idle", wrap, amounts[5] % 5000),
            held("pool", base, amounts[6] % 300),
        ]
        if case % 3 == 2:
            holdings.append(held("pool", risky, amounts[7] % 100000 + 1))
        else:
            holdings.append(held("idle", risky, amounts[7] % 900 + 1))
        if has_principal:
            term = RANDOM.choice([60, 61]) if case % 4 == 0 else 90
            maturity = str(end_of(start) + DAY * term)
            holdings.append(held("fixed", principal, amounts[8] % 30000 + 1, maturity=maturity))
        if has_lone:
            holdings.append(held("idle", lone, 5))

        def quote(token, per, price, kind):
            of = {"asset": token["address"], "per": per, "price": price, "source": "test"}
            return {**of, "atUnix": str(at), "confidence": None, "kind": kind}

        dollar = 1 + RANDOM.randrange(-50, 50) / 10000
        quotes = [
            quote(wrap, peg["address"], printed(cut(wrapped, 18), 18), "rate"),
            quote(peg, base["address"], "1", "pegged"),
            quote(risky, "usd", "%d.%04d" % (RANDOM.randrange(1, 3), pick(10**4)), "market"),
            quote(base, "usd", "%.4f" % dollar, "market"),
        ]
        if not has_usd:
            quotes = [quotes[0], quotes[1], quote(base, risky["address"], "0.37", "market")]
        if has_principal:
            quotes.append(quote(principal, base["address"], "0.9%03d" % pick(1000), "market"))
        stream = {
            "lastSharePrice": str(rate),
            "gains": "0",
            "updatedAtUnix": str(at - 3600),
            "startUnix": str(at - 90000),
            "endUnix": str(at - 3600),
            "totalAssets": str(rate * supply // 10**18 + 7),
        }
        accountant = {
            "address": address(offset + 50),
            "kind": kind,
            "layout": "current",
            "rate": str(rate),
            "isPaused": case == 7 and number == 0,
            "exchangeRate": str(rate),
            "highwaterMark": str(mark),
            "feesOwed": "0",
            "platformFeeBps": platform_bps,
            "performanceFeeBps": performance_bps,
            "updatedAtUnix": str(at - 3600),
            "bounds": {"upperBps": 10050, "lowerBps": 9950, "minimumDelaySeconds": 3600},
            "stream": stream if kind == "yield_streaming" else None,
        }
        RANDOM.shuffle(holdings)
        block = {"number": str(1000 + number), "hash": "0x00", "atUnix": str(at)}
        days.append(
            {
                "chain": chain,
                "vault": address(offset + 100),
                "day": day,
                "block": block,
                "share": {"decimals": 18, "supply": str(supply)},
                "base": base,
                "accountant": accountant,
                "events": [],
                "holdings": holdings,
                "quotes": quotes,
                "failures": [],
            }
        )
    return days


def end_kept(day):
    """A day as it is kept between the two ends of a week."""
    if day is None:
        return None
    rate = Fraction(int(day["accountant"]["rate"]), 10 ** day["base"]["decimals"])
    return {
        "day": day["day"],
        "block": dict(day["block"]),
        "base": day["base"]["address"],
        "sharePrice": {"value": exact(rate), "reason": None},
        "isPaused": day["accountant"]["isPaused"],
    }


def make_case(case):
    days, others = world(case, "mainnet", 1000), []
    if case in (1, 4, 6):
        beside = world(case, "base", 2000)
        for day, other in zip(days, beside):
            other["day"], other["block"]["atUnix"] = day["day"], day["block"]["atUnix"]
        others = [
            {"chain": "base", "first": beside[0], "last": beside[7]},
            {"chain": "scroll", "first": None, "last": None},
        ]
    between = days[1:7]
    if case == 5:
        between = between[:2] + [None, None] + between[4:]
    week = {"chain": "mainnet", "day": days[7]["day"], "last": days[7], "first": days[0]}
    week = {**week, "between": between, "others": others}
    expected = {"day": expect_day(days[7]), "daily": expect_daily(days[6], days[7]), "week": expect_week(week)}
    return {"week": {**week, "between": [end_kept(day) for day in between]}, "expected": expected}


def main():
    lines = [json.dumps(make_case(case), separators=(",", ":")) for case in range(10)]
    text = '{\n"source": %s,\n"cases": [\n%s\n]\n}\n' % (json.dumps(SOURCE), ",\n".join(lines))
    if "--check" in sys.argv:
        is_same = FILE.read_text() == text
        print("valuation.json is what the script makes" if is_same else "valuation.json differs", file=sys.stderr)
        sys.exit(0 if is_same else 1)
    FILE.write_text(text)
    print("valuation.json %d" % len(text))


main()
