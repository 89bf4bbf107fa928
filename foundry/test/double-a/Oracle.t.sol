// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Test} from "forge-std/Test.sol";
import {MarketOracle} from "../../src/double/oracle/MarketOracle.sol";
import {PriceFeed} from "../../src/double/oracle/PriceFeed.sol";
import {PriceOracle} from "../../src/double/oracle/PriceOracle.sol";
import {RateProvider} from "../../src/double/oracle/RateProvider.sol";

contract OracleTest is Test {
    address private constant BOB = address(0xB0B);

    function testFuzz_feedOpensARoundForEveryAnswer(int256 first, int256 second, uint32 later)
        public
    {
        PriceFeed feed = new PriceFeed(address(this), "ETH / USD", 8, first);
        uint256 start = block.timestamp;
        vm.warp(start + later);
        (uint80 round, int256 answer,, uint256 updatedAt, uint80 answeredIn) =
            feed.latestRoundData();
        assertEq(round, 1);
        assertEq(answer, first);
        assertEq(updatedAt, start);
        feed.setAnswer(second);
        (round, answer,, updatedAt, answeredIn) = feed.latestRoundData();
        assertEq(round, 2);
        assertEq(answeredIn, 2);
        assertEq(answer, second);
        assertEq(feed.latestAnswer(), second);
        assertEq(updatedAt, start + later);
    }

    function testFuzz_pricesAndRatesAreWhatTheOwnerSet(uint256 price, address asset) public {
        price = bound(price, 1, type(uint256).max);
        PriceOracle oracle = new PriceOracle(address(this));
        oracle.setAssetPrice(asset, price);
        assertEq(oracle.getAssetPrice(asset), price);
        RateProvider provider = new RateProvider(address(this), 1);
        provider.setRate(price);
        assertEq(provider.getRate(), price);
        MarketOracle market = new MarketOracle(address(this), 1);
        market.setPrice(price);
        assertEq(market.price(), price);
    }

    function test_aMissingPriceIsNeverZero() public {
        PriceOracle oracle = new PriceOracle(address(this));
        vm.expectRevert(abi.encodeWithSelector(PriceOracle.PriceMissing.selector, BOB));
        oracle.getAssetPrice(BOB);
    }

    function test_onlyTheOwnerSets() public {
        PriceFeed feed = new PriceFeed(address(this), "ETH / USD", 8, 1);
        PriceOracle oracle = new PriceOracle(address(this));
        RateProvider provider = new RateProvider(address(this), 1);
        MarketOracle market = new MarketOracle(address(this), 1);
        bytes memory refusal =
            abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BOB);
        vm.startPrank(BOB);
        vm.expectRevert(refusal);
        feed.setAnswer(2);
        vm.expectRevert(refusal);
        oracle.setAssetPrice(BOB, 2);
        vm.expectRevert(refusal);
        provider.setRate(2);
        vm.expectRevert(refusal);
        market.setPrice(2);
    }
}
