// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {CurveGauge} from "../../src/double/curve/CurveGauge.sol";
import {CurvePool} from "../../src/double/curve/CurvePool.sol";
import {FreeToken} from "./Tokens.sol";

contract CurveTest is Test {
    address private constant ALICE = address(0xA11CE);
    address private constant BOB = address(0xB0B);

    FreeToken private usdc = new FreeToken("USDC", 6);
    FreeToken private dai = new FreeToken("DAI", 18);
    FreeToken private crv = new FreeToken("CRV", 18);
    CurvePool private pool;
    CurveGauge private gauge;

    function setUp() public {
        address[] memory coins = new address[](2);
        (coins[0], coins[1]) = (address(usdc), address(dai));
        pool = new CurvePool("USDC/DAI", "crvUSDCDAI", coins, _two(1e30, 1e18), 4e6);
        gauge = new CurveGauge("Gauge", "crvUSDCDAI-gauge", address(pool), address(crv));
        usdc.mint(ALICE, 1e24);
        dai.mint(ALICE, 1e36);
        crv.mint(BOB, 1e36);
        vm.startPrank(ALICE);
        usdc.approve(address(pool), type(uint256).max);
        dai.approve(address(pool), type(uint256).max);
        pool.approve(address(gauge), type(uint256).max);
        pool.add_liquidity(_two(1e12, 1e24), 0);
        vm.stopPrank();
        vm.prank(BOB);
        crv.approve(address(gauge), type(uint256).max);
    }

    function test_selectors() public view {
        assertEq(CurvePool.exchange.selector, bytes4(0x3df02124));
        assertEq(CurvePool.add_liquidity.selector, bytes4(0xb72df5de));
        assertEq(CurvePool.remove_liquidity.selector, bytes4(0xd40ddb8c));
        assertEq(pool.coins.selector, bytes4(0xc6610657));
        assertEq(bytes4(keccak256("deposit(uint256,address)")), bytes4(0x6e553f65));
        assertEq(CurveGauge.withdraw.selector, bytes4(0x2e1a7d4d));
        assertEq(CurveGauge.claim_rewards.selector, bytes4(0x84e9bd7e));
        assertEq(
            CurvePool.TokenExchange.selector,
            bytes32(0x8b3e96f2b889fa771c53c981b40daf005f63f637f1869f707052d15a3dd97140)
        );
        assertEq(
            CurvePool.AddLiquidity.selector,
            bytes32(0x189c623b666b1b45b83d7178f39b8c087cb09774317ca2f53c2d3c3726f222a2)
        );
        assertEq(
            CurvePool.RemoveLiquidity.selector,
            bytes32(0x347ad828e58cbe534d8f6b67985d791360756b18f0d95fd9f197a66cc46480ea)
        );
    }

    function test_exchangeAcrossDecimals() public {
        vm.expectEmit(address(pool));
        emit CurvePool.TokenExchange(ALICE, 0, 1e9, 1, 999.6e18);
        vm.prank(ALICE);
        assertEq(pool.exchange(0, 1, 1e9, 999.6e18), 999.6e18);
        assertEq(pool.get_virtual_price(), 1e18 + 0.4e18 / 2e6);
    }

    function testFuzz_balancesAreWhatThePoolHolds(uint256 usdcIn, uint256 daiIn, uint256 burn)
        public
    {
        usdcIn = bound(usdcIn, 0, 1e15);
        daiIn = bound(daiIn, 1e12, 1e24);
        vm.startPrank(ALICE);
        uint256 price = pool.get_virtual_price();
        pool.exchange(1, 0, daiIn / 2, 0);
        uint256 minted = pool.add_liquidity(_two(usdcIn, daiIn), 0);
        assertGe(pool.get_virtual_price() + 1, price);
        burn = bound(burn, 1, minted);
        uint256 before = usdc.balanceOf(ALICE);
        uint256[] memory out = pool.remove_liquidity(burn, _two(0, 0));
        assertEq(usdc.balanceOf(ALICE) - before, out[0]);
        assertEq(usdc.balanceOf(address(pool)), pool.balances(0));
        assertEq(dai.balanceOf(address(pool)), pool.balances(1));
        assertEq(pool.balanceOf(ALICE), pool.totalSupply());
        // The value taken out is never more than the shares' part.
        assertLe(out[0] * 1e12 + out[1], burn * (pool.get_virtual_price() + 1) / 1e18 + 1e12);
    }

    function testFuzz_rewardsByShare(uint256 amount, uint256 mine, uint256 theirs) public {
        amount = bound(amount, 1e6, 1e30);
        mine = bound(mine, 1e6, 1e24);
        theirs = bound(theirs, 1e6, 1e24 - 1);
        vm.startPrank(ALICE);
        gauge.deposit(mine);
        gauge.deposit(theirs, BOB);
        vm.stopPrank();
        vm.prank(BOB);
        gauge.deposit_reward_token(address(crv), amount);
        uint256 expected = amount * mine / (mine + theirs);
        assertApproxEqAbs(gauge.claimable_reward(ALICE, address(crv)), expected, 1);
        // A transfer of shares takes no reward along.
        vm.prank(ALICE);
        gauge.transfer(address(0xD00D), mine);
        gauge.claim_rewards(ALICE);
        assertApproxEqAbs(crv.balanceOf(ALICE), expected, 1);
        gauge.claim_rewards(ALICE);
        assertApproxEqAbs(crv.balanceOf(ALICE), expected, 1);
        gauge.claim_rewards(BOB);
        gauge.claim_rewards(address(0xD00D));
        assertEq(crv.balanceOf(address(0xD00D)), 0);
        assertLe(crv.balanceOf(address(gauge)), 3);
    }

    function test_gaugeHoldsAndReturnsLp() public {
        vm.startPrank(ALICE);
        gauge.deposit(1e18, ALICE);
        assertEq(pool.balanceOf(address(gauge)), 1e18);
        assertEq(gauge.balanceOf(ALICE), 1e18);
        vm.expectEmit(address(gauge));
        emit CurveGauge.Withdraw(ALICE, 1e18);
        gauge.withdraw(1e18);
        assertEq(pool.balanceOf(address(gauge)), 0);
    }

    function test_refusals() public {
        vm.startPrank(ALICE);
        vm.expectRevert("Exchange resulted in fewer coins than expected");
        pool.exchange(0, 1, 1e6, 1e18);
        vm.expectRevert("coins");
        pool.exchange(1, 1, 1e6, 0);
        vm.expectRevert("coins");
        pool.exchange(-1, 1, 1e6, 0);
        vm.expectRevert("coins");
        pool.exchange(0, 2, 1e6, 0);
        vm.expectRevert("Slippage screwed you");
        pool.add_liquidity(_two(1e6, 0), 2e18);
        vm.expectRevert("amounts");
        pool.add_liquidity(new uint256[](3), 0);
        vm.expectRevert("Withdrawal resulted in fewer coins than expected");
        pool.remove_liquidity(1e18, _two(1e6, 0));
        vm.expectRevert();
        gauge.withdraw(1);
        vm.expectRevert("nobody staked");
        gauge.deposit_reward_token(address(crv), 1);
    }

    function _two(uint256 a, uint256 b) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        (list[0], list[1]) = (a, b);
    }
}
