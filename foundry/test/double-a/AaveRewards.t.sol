// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {RewardsController} from "../../src/double/aave/RewardsController.sol";
import {MintableToken} from "../../src/double/token/MintableToken.sol";

contract AaveRewardsTest is Test {
    address private constant BOB = address(0xB0B);
    address private constant EVE = address(0xE5E);

    function testFuzz_rewardsGrowWithTimeAndPayOnce(uint32 wait, uint96 asked) public {
        wait = uint32(bound(wait, 1, 3650 days));
        RewardsController controller = new RewardsController(address(this));
        MintableToken reward = new MintableToken(address(this), "Reward", "RWD", 18);
        reward.mint(address(controller), 1e30);
        MintableToken token = new MintableToken(address(this), "Aave USDC", "aUSDC", 6);
        token.mint(BOB, 1000e6);
        address[] memory assets = new address[](1);
        assets[0] = address(token);
        // One reward token a second for a whole supplied dollar.
        controller.setEmission(assets[0], address(reward), 1e30);
        vm.warp(block.timestamp + wait);
        uint256 owed = controller.getUserRewards(assets, BOB, address(reward));
        assertEq(owed, uint256(1000e18) * wait);
        asked = uint96(bound(asked, 1, owed));
        vm.startPrank(BOB);
        vm.expectEmit(address(controller));
        emit RewardsController.RewardsClaimed(BOB, address(reward), EVE, BOB, asked);
        assertEq(controller.claimRewards(assets, asked, EVE, address(reward)), asked);
        controller.claimRewards(assets, type(uint256).max, EVE, address(reward));
        assertEq(controller.claimRewards(assets, type(uint256).max, EVE, address(reward)), 0);
        assertEq(reward.balanceOf(EVE), owed);
        vm.expectRevert(RewardsController.InvalidToAddress.selector);
        controller.claimRewards(assets, 1, address(0), address(reward));
    }
}
